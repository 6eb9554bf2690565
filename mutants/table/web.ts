import { inFile } from '../mutant.ts'

/** Drawn by `node mutants/choose.ts --seed 1 --count 30` from the outbox and chat, the guards and the session, and the forms. */
export const webMutants = [
  ...inFile('apps/web/src/features/chat/api/messages.ts', [
    {
      it: 'does not do `await queryClient.cancelQueries({ queryKey: key(chatId) })`',
      text: 'await queryClient.cancelQueries({ queryKey: key(chatId) })',
      by: '',
      tests: ['apps/web/test/chat/outbox'],
    },
  ]),
  ...inFile('apps/web/src/features/chat/api/no-leidos.ts', [
    {
      it: 'takes `!signal.aborted` as always true',
      text: '!signal.aborted',
      by: 'true',
      tests: ['apps/web/test/chat/unread-count'],
    },
  ]),
  ...inFile('apps/web/src/features/chat/conversation/conversation.tsx', [
    {
      it: 'takes `days` as always false',
      text: '        {days ? (',
      by: '        {false ? (',
      tests: ['e2e/chat/conversation'],
      titles: 'messages between a seeker and a maestro arrive live',
    },
  ]),
  ...inFile('apps/web/src/features/chat/conversation/use-live-chat.ts', [
    {
      it: "takes `table === 'mensajes'` as always true",
      text: "table === 'mensajes'",
      by: 'true',
      tests: ['e2e/chat/conversation'],
      titles: 'messages between a seeker and a maestro arrive live',
    },
  ]),
  ...inFile('apps/web/src/features/chat/conversation/use-visible-height.ts', [
    {
      it: 'takes `room` as always false',
      text: '  if (room) document.documentElement.dataset.room = room',
      by: '  if (false) document.documentElement.dataset.room = room',
      tests: ['apps/web/test/chat/composer.screen'],
      titles: 'the bars fold',
    },
  ]),
  ...inFile('apps/web/src/features/chat/drafts.ts', [
    {
      it: 'takes `respuestaA` as always true',
      text: '  if (respuestaA && readReply(userId, chatId) === null) setReply(userId, chatId, respuestaA)',
      by: '  if (true && readReply(userId, chatId) === null) setReply(userId, chatId, respuestaA)',
      tests: ['apps/web/test/chat/drafts'],
    },
    {
      it: "takes `text === ''` as always false",
      text: "  if (text === '') taken.delete(key)",
      by: '  if (false) taken.delete(key)',
      tests: ['apps/web/test/chat/drafts'],
    },
  ]),
  ...inFile('apps/web/src/features/chat/outbox/database.ts', [
    {
      it: 'takes `entry` as always false',
      text: '    const next = entry && how(entry)',
      by: '    const next = false && how(entry)',
      tests: ['apps/web/test/chat/outbox-database'],
    },
  ]),
  ...inFile('apps/web/src/features/chat/outbox/delivery.ts', [
    {
      it: 'does not have the guard `if (gone) return`',
      text: 'if (gone) return',
      by: '',
      tests: ['apps/web/test/chat/outbox'],
    },
  ]),
  ...inFile('apps/web/src/features/chat/outbox/outbox.ts', [
    {
      it: 'takes `!(await hasRoom(userId, file))` as always true',
      text: '!(await hasRoom(userId, file))',
      by: 'true',
      tests: ['apps/web/test/chat/outbox'],
    },
  ]),
  ...inFile('apps/web/src/app/access/guest.tsx', [
    {
      it: "takes `session.status === 'signed-in'` as always true",
      text: "session.status === 'signed-in'",
      by: 'true',
      tests: ['e2e/acceso/sign-in'],
      titles: 'redirects a buscador to the choice',
    },
    {
      it: 'takes `target` as always true',
      text: '    if (target) return <GoTo path={wanted ?? target} />',
      by: '    if (true) return <GoTo path={wanted ?? target} />',
      tests: ['e2e/app/guard'],
      titles: 'with a role of null',
    },
  ]),
  ...inFile('apps/web/src/app/access/link-screen.tsx', [
    {
      it: 'inverts `own === null`',
      text: 'own === null',
      by: 'own !== null',
      tests: ['apps/web/test/app/link-screen'],
    },
    {
      it: 'takes `own !== null` as always false',
      text: 'own !== null',
      by: 'false',
      tests: ['apps/web/test/app/link-screen'],
    },
  ]),
  ...inFile('apps/web/src/app/screens/dashboard-maestro.tsx', [
    {
      it: 'takes `incomplete` as always true',
      text: '    if (incomplete) void refreshSession()',
      by: '    if (true) void refreshSession()',
      tests: ['e2e/maestro/dashboard'],
      titles: 'greets the maestro',
    },
  ]),
  ...inFile('apps/web/src/lib/session/links/open-link.ts', [
    {
      it: "inverts `end === 'again'`",
      text: "end === 'again'",
      by: "end !== 'again'",
      tests: ['apps/web/test/lib/link-session'],
    },
  ]),
  ...inFile('apps/web/src/lib/session/pending-sign-out.ts', [
    {
      it: "does not do `await post('logout?scope=global', pending.access_token)`",
      text: "  await post('logout?scope=global', pending.access_token)\n}",
      by: '  \n}',
      tests: ['apps/web/test/lib/sign-out'],
    },
    {
      it: 'inverts `current.userId === pending.userId`',
      text: 'current.userId === pending.userId',
      by: 'current.userId !== pending.userId',
      tests: ['apps/web/test/lib/sign-out'],
    },
  ]),
  ...inFile('apps/web/src/lib/session/query-client.ts', [
    {
      it: 'takes `error instanceof CallError` as always true',
      text: 'error instanceof CallError',
      by: 'true',
      tests: ['apps/web/test/lib/retries'],
    },
  ]),
  ...inFile('apps/web/src/lib/session/session.ts', [
    {
      it: 'takes `!known` as always true',
      text: '!known',
      by: 'true',
      tests: ['apps/web/test/lib/session-renewal'],
    },
  ]),
  ...inFile('apps/web/src/features/acceso/forms/code-form.tsx', [
    {
      it: "inverts `result.reason === 'wrong'`",
      text: "result.reason === 'wrong'",
      by: "result.reason !== 'wrong'",
      tests: ['e2e/acceso/confirmation'],
      titles: 'enters with the code of the e-mail',
    },
  ]),
  ...inFile('apps/web/src/features/acceso/recovery/reset-password.tsx', [
    {
      it: 'does not have the guard `if (email) return <RequestReset as={role} email={email} focused onOpen…`',
      text: 'if (email) return <RequestReset as={role} email={email} focused onOpened={onOpened} />',
      by: '',
      tests: ['e2e/acceso/reset'],
      titles: 'a signed-in maestro whose reset link has expired',
    },
  ]),
  ...inFile('apps/web/src/features/onboarding/steps/picture-steps.tsx', [
    {
      it: "inverts `state === 'preparando'`",
      text: '      {state === \'preparando\' && <span className="sr-only">{comun.cargando}</span>}',
      by: '      {state !== \'preparando\' && <span className="sr-only">{comun.cargando}</span>}',
      tests: ['apps/web/test/onboarding/picture-steps'],
    },
  ]),
  ...inFile('apps/web/src/features/resenas/answer-form.tsx', [
    {
      it: 'takes `submitted` as always false',
      text: '        error={submitted ? wrong : undefined}',
      by: '        error={false ? wrong : undefined}',
      tests: ['e2e/resenas/list'],
      titles: 'sees a review arrive on the open profile',
    },
  ]),
  ...inFile('apps/web/src/features/resenas/review-form.tsx', [
    {
      it: "inverts `state === 'failed'`",
      text: "state === 'failed'",
      by: "state !== 'failed'",
      tests: ['e2e/resenas/write'],
      titles: 'a seeker writes a review with photos',
    },
    {
      it: 'takes `submitted` as always false',
      text: '  const failure = (submitted && photoError) || (save.isError && (refusalSentence(save.error) ?? textos.fallo))',
      by: '  const failure = (false && photoError) || (save.isError && (refusalSentence(save.error) ?? textos.fallo))',
      tests: ['apps/web/test/resenas/write.screen'],
      titles: 'a photo that was not uploaded',
    },
  ]),
  ...inFile('apps/web/src/ui/fields/early-submit.ts', [
    {
      it: 'takes `form && !early.live.has(form)` as always false',
      text: 'form && !early.live.has(form)',
      by: 'false',
      tests: ['e2e/acceso/forms-before-hydration'],
      titles: 'shows the validation errors when they arrive',
    },
    {
      it: "takes `target.closest('[data-reload]')` as always false",
      text: "target.closest('[data-reload]')",
      by: 'false',
      tests: ['e2e/acceso/forms-before-hydration'],
      titles: 'a reload makes it work',
    },
  ]),
  ...inFile('apps/web/src/ui/fields/field.tsx', [
    {
      it: 'takes `hint` as always true',
      text: "  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')",
      by: "  const described = [error && `${id}-error`, true && `${id}-hint`].filter(Boolean).join(' ')",
      tests: ['apps/web/test/ui/fields'],
    },
  ]),
  ...inFile('apps/web/src/ui/fields/radio-cards.tsx', [
    {
      it: 'takes `error` as always true',
      text: '      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}',
      by: '      {true && <FieldError id={`${id}-error`}>{error}</FieldError>}',
      tests: ['apps/web/test/ui/fields'],
    },
  ]),
]
