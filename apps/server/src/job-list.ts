import { announceSuspension } from './accounts/announce-suspension.ts'
import { eraseClosedAccount, findClosedAccounts, sendClosingMail, sendKeptMail } from './accounts/closing.ts'
import { exportData, removeExports } from './accounts/export/job.ts'
import { removeDocuments } from './accounts/remove-documents.ts'
import { removeOldRows } from './accounts/remove-old-rows.ts'
import { sendSuspensionMail } from './accounts/suspension-mail.ts'
import { verificationMail } from './accounts/verification-mail.ts'
import { cleanUpAccounts } from './auth/cleanup.ts'
import { oneTimeMail } from './auth/one-time-mail.ts'
import { sendPasswordMail } from './auth/password-mail.ts'
import {
  sendTicketAnswered,
  sendTicketReceived,
  sendTicketToSupport,
} from './functions/ayuda/support/ticket-mails.ts'
import { keepDirectoryCurrent } from './functions/directorio/support/keep-current.ts'
import { refreshDirectory } from './functions/directorio/support/refresh-directory.ts'
import {
  findSearchAlerts,
  queueSearchAlerts,
  sendSearchAlert,
} from './functions/directorio/support/search-alerts.ts'
import { welcomeBuscador, welcomeMaestro } from './functions/onboarding/support/welcome-mail.ts'
import { announceReview } from './functions/resenas/support/announce-review.ts'
import type { Job } from './jobs/definition.ts'
import { releaseAbandoned } from './jobs/release-abandoned.ts'
import { sendContactMail } from './notices/contact-mail.ts'
import { sendPendingDigest, sendUrgentReport } from './notices/operator-mails.ts'
import { sendReportClosed } from './notices/report-closed-mail.ts'
import { sendReviewMail } from './notices/review-mail.ts'
import { findUnread, sendUnreadMail } from './notices/unread-mail.ts'
import { sendChatPush, sendPushSummary } from './push/jobs.ts'
import { sendSearchPush } from './push/search.ts'
import type { Services } from './services.ts'
import { sweepStorage } from './storage/sweep.ts'

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
