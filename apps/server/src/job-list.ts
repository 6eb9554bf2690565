import type { Job } from './platform/jobs/definition.ts'
import { releaseAbandoned } from './platform/jobs/liveness.ts'
import type { Services } from './platform/services.ts'
import { cleanUpAccounts } from './protocol/auth/cleanup.ts'
import { oneTimeMail } from './protocol/auth/one-time-mail.ts'
import { sendPasswordMail } from './protocol/auth/passwords/password-mail.ts'
import { sweepStorage } from './protocol/storage/sweep.ts'
import { sendChatPush, sendPushSummary } from './subjects/avisos/chat-push.ts'
import { sendTicketAnswered, sendTicketReceived, sendTicketToSupport } from './subjects/ayuda/ticket-mails.ts'
import { findUnread, sendUnreadMail } from './subjects/chat/unread-mail.ts'
import { sendContactMail } from './subjects/contacto/contact-mail.ts'
import { announceSuspension } from './subjects/cuenta/announce-suspension.ts'
import {
  eraseClosedAccount,
  findClosedAccounts,
  sendClosingMail,
  sendKeptMail,
} from './subjects/cuenta/closing.ts'
import { exportData, removeExports } from './subjects/cuenta/export/job.ts'
import { removeOldRows } from './subjects/cuenta/remove-old-rows.ts'
import { sendSuspensionMail } from './subjects/cuenta/suspension-mail.ts'
import { keepDirectoryCurrent } from './subjects/directorio/keep-current.ts'
import { refreshDirectory } from './subjects/directorio/refresh-directory.ts'
import { sendSearchPush } from './subjects/directorio/search-alert-push.ts'
import { findSearchAlerts, queueSearchAlerts, sendSearchAlert } from './subjects/directorio/search-alerts.ts'
import { welcomeBuscador, welcomeMaestro } from './subjects/onboarding/welcome.ts'
import { sendPendingDigest, sendUrgentReport } from './subjects/operacion/operator-mails.ts'
import { announceReview } from './subjects/resenas/announce-review.ts'
import { sendReviewMail } from './subjects/resenas/review-mail.ts'
import { sendReportClosed } from './subjects/seguridad/report-closed-mail.ts'
import { removeDocuments } from './subjects/verificacion/remove-documents.ts'
import { verificationMail } from './subjects/verificacion/verification-mail.ts'

/** Every job of the product. A job that is not in this list stays in the queue and is not run. */
export const jobList: readonly Job<Services>[] = [
  oneTimeMail,
  sendPasswordMail,
  welcomeMaestro,
  welcomeBuscador,
  cleanUpAccounts,
  removeOldRows,
  sweepStorage,
  releaseAbandoned,
  announceSuspension,
  announceReview,
  removeDocuments,
  keepDirectoryCurrent,
  refreshDirectory,
  queueSearchAlerts,
  findSearchAlerts,
  sendSearchAlert,
  sendClosingMail,
  sendKeptMail,
  findClosedAccounts,
  eraseClosedAccount,
  exportData,
  removeExports,
  verificationMail,
  sendTicketReceived,
  sendTicketToSupport,
  sendTicketAnswered,
  sendContactMail,
  sendReviewMail,
  sendPendingDigest,
  sendUrgentReport,
  sendReportClosed,
  sendSuspensionMail,
  findUnread,
  sendUnreadMail,
  sendChatPush,
  sendPushSummary,
  sendSearchPush,
]
