import type { Mutant } from '../mutant.ts'
import { authRoutesMutants } from './auth-routes.ts'
import { callersMutants } from './callers.ts'
import { channelsMutants } from './channels.ts'
import { dataMutants } from './data.ts'
import { deletedMessagesMutants } from './deleted-messages.ts'
import { functionsMutants } from './functions.ts'
import { httpMutants } from './http.ts'
import { limitsMutants } from './limits.ts'
import { mailsMutants } from './mails.ts'
import { moderationMutants } from './moderation.ts'
import { noticesMutants } from './notices.ts'
import { objectsMutants } from './objects.ts'
import { operatorsMutants } from './operators.ts'
import { orderMutants } from './order.ts'
import { passwordsMutants } from './passwords.ts'
import { profilesMutants } from './profiles.ts'
import { pushMutants } from './push.ts'
import { searchPagesMutants } from './search-pages.ts'
import { secondFactorMutants } from './second-factor.ts'
import { socketsMutants } from './sockets.ts'
import { sqlAccountsMutants } from './sql-accounts.ts'
import { sqlFirstDaysMutants } from './sql-first-days.ts'
import { sqlOthersMutants } from './sql-others.ts'
import { sqlPeopleMutants } from './sql-people.ts'
import { sqlTextsAndFilesMutants } from './sql-texts-and-files.ts'
import { sqlVerificationMutants } from './sql-verification.ts'
import { storageMutants } from './storage.ts'
import { uploadsMutants } from './uploads.ts'
import { webMutants } from './web.ts'

/** The mutants that are written by hand, one for each check, and those of the web app, which were drawn. */
export const writtenMutants: Mutant[] = [
  ...callersMutants,
  ...passwordsMutants,
  ...mailsMutants,
  ...noticesMutants,
  ...authRoutesMutants,
  ...secondFactorMutants,
  ...objectsMutants,
  ...storageMutants,
  ...uploadsMutants,
  ...channelsMutants,
  ...socketsMutants,
  ...functionsMutants,
  ...operatorsMutants,
  ...deletedMessagesMutants,
  ...profilesMutants,
  ...moderationMutants,
  ...pushMutants,
  ...orderMutants,
  ...dataMutants,
  ...httpMutants,
  ...searchPagesMutants,
  ...limitsMutants,
  ...sqlAccountsMutants,
  ...sqlTextsAndFilesMutants,
  ...sqlVerificationMutants,
  ...sqlPeopleMutants,
  ...sqlOthersMutants,
  ...sqlFirstDaysMutants,
  ...webMutants,
]
