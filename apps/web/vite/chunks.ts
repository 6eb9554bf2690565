/**
 * Which files of the source are built into one file. Without this, a file that several screens import becomes a file of its
 * own: a profile would be 48 files, most of them below 1 kB. Each costs a request with its headers, two reads of the HTTP cache
 * (src/lib/device/load-code.ts), and is compressed alone (docs/decisions/web-loading.md).
 *
 * A group also takes what its files import, unless a group of a higher priority has it. So groups that others import have the
 * higher priorities.
 */

/** A path in a test: `/` stands for both separators. */
const paths = (...alternatives: string[]) => new RegExp(alternatives.join('|').replaceAll('/', '[/\\\\]'))

/**
 * What every page loads: the libraries, and the parts of the root. React is alone: see vite/code-in-pages.ts. The cross of the dialogs
 * is here, because visitors open the terms: in the file for signed-in screens they would download that file for it.
 */
const REACT = paths('/node_modules/(?:react|react-dom|scheduler)/')
const BASE = paths(
  '/node_modules/(?:react-router|clsx)/',
  '/node_modules/lucide-react/dist/esm/(?!icons)',
  '/icons/x\\.',
  'rolldown/runtime',
  '/src/ui/(?:class-names|dialogs/layers|elements/(?:button|notice|spinner)|fields/(?:early-submit|form)|timing/(?:idle|lazy-component|pressed)|toasts/toaster)\\.',
  '/src/lib/(?:client/(?:call-error|client|stored-session)|device/(?:has-strings|load-code)|session/session)\\.',
  '/src/app/(?:root|access/(?:go-to|guest|role-routes)|frame/(?:legal-links|unreachable)|screens/not-found)\\.',
  '/dominio/src/(?:acceso/roles|chat/lado|seguridad/textos-de-rechazo|textos)\\.',
)

/** The sign-in screens load the rules of their forms after the forms are live. The official client needs tslib too. */
const SCHEMAS = paths('/node_modules/(?:zod|tslib)/')

/** What a submit of these screens needs too. Without a group of its own it would be in the larger file for signed-in screens. */
const CALLS = paths(
  '/lib/session/(?:auth-failure|pending-sign-out|personal/personal-store|recovery|sign-in-and-out|sign-up)\\.ts',
)

/** What the sign-in, sign-up and recovery screens share. */
const ACCESS = paths(
  '/features/acceso/(?!change-name|change-password|confirm-email|forms/(?:code-form|name-fields|on-submit)|notices/closed-text|recovery/recovery-code|save-name)',
  '/access-(?:page|footer)\\.',
  '/src/ui/(?:elements/step-heading|fields/(?:field|form|input|password-input))\\.',
  '/dominio/src/acceso/textos\\.',
)
const SIGN_UP = paths('/features/(?:acceso/sign-up|paginas/legal/terms-collapsible)')

/**
 * What nearly all screens after sign-in use, and what the first of them use: the choice of a borough and of a trade. The outbox
 * opens its database on every screen, so idb is here and not in the file of the outbox, which the onboarding would wait for. Only the
 * forms with pictures read several queries at once.
 */
const SIGNED_IN = paths(
  '/node_modules/@tanstack/(?:react-query|query-core)/(?!.*/(?:useQueries|queriesObserver)\\.)',
  '/contrato/src/(?:contract|request|comun|directorio/(?:maestros|oficios-buscados))\\.',
  '/dominio/src/(?:limites|directorio/(?:filtros|textos-de-seleccion)|resenas/reputacion)\\.',
  '/node_modules/idb/',
  '/src/(?:lib/(?:client/invoke-function|device/open-store|session/(?:call-function|query-client))|ui/elements/(?:bottom-bar|skeleton))\\.',
  '/src/entities/(?:catalogue/catalogue-query|state/failures)\\.',
  '/src/features/(?:directorio/stored-choice|chat/(?:count-pending|unread-badge|api/(?:live-chats|no-leidos)))\\.',
  '/icons/(?:hammer|search)\\.',
)

const TRADE_ICONS = paths('/directorio/oficio-icon\\.')
const ICONS = paths('/lucide-react/dist/esm/icons/')

/** Radix' dialog with what it imports, and the small parts that are dialogs too. */
const DIALOG = paths(
  '/node_modules/@radix-ui/(?:primitive|react-(?:compose-refs|context|dialog|dismissable-layer|focus-guards|focus-scope|id|portal|presence|primitive|slot|use-[\\w-]+))/',
  '/node_modules/(?:react-remove-scroll(?:-bar)?|react-style-singleton|get-nonce|use-callback-ref|use-sidecar|aria-hidden)/',
  '/src/ui/dialogs/(?:adopted-style|dialog|sheet)\\.',
  '/lightbox\\.',
)

/** The reading of reviews, which the profiles and the dashboard share. */
const REVIEWS = paths('/features/resenas/api/(?:live-resenas|resena-propia|resenas)\\.', '/resenas/textos\\.')

/** What each signed-in person loads when the page is idle, and the screen that asks for notifications. */
const DEVICE = paths(
  '/app/frame/app-worker\\.',
  '/features/avisos/push/(?:device|use-push)\\.',
  '/dominio/src/avisos/textos-de-push\\.',
  '/contrato/src/avisos/(?:clave|desuscribir|suscribir)-push\\.',
)

/** The loader of a conversation with all that it needs, so that reading begins before the code of the screen is here. */
const CONVERSATION = paths(
  '/app/screens/chat\\.tsx\\?route-chunk=clientLoader',
  '/features/chat/api/(?:chat|conversation|messages)\\.',
  '/contrato/src/chat/get-messages\\.',
)

/** The messages that wait to be sent, the copy of a conversation in the browser, and small parts of the conversation. */
const OUTBOX = paths(
  '/features/chat/(?:outbox|drafts|api/send-\\w+|voice/playback)',
  '/lib/(?:device/tab-lock|session/personal/offline-store)\\.',
  '/chat/textos\\.',
  '/contrato/src/chat/send-message\\.',
)

/** The operators' console, which nobody else loads. */
const CONSOLE = paths(
  '/features/operacion/',
  '/lib/session/operator/',
  '/app/screens/operacion/console-',
  '/dominio/src/(?:operacion/(?:operadores|formularios|textos|textos-de-actos)|verificacion/datos-de-curp|acceso/textos-de-segundo-factor)\\.',
  '/contrato/src/operacion/',
)

/**
 * Groups of their own, because the console uses a part of each: otherwise the other screens that use it would load the console.
 * These are the fields of a maestro's data, the menu of a person in a chat or profile, and the states of help requests.
 */
const DATOS_FIELDS = paths('/entities/fields/datos-fields\\.', '/dominio/src/verificacion/curp\\.')
const PERSON_MENU = paths(
  '/features/seguridad/person-menu\\.',
  '/app/frame/screen-title\\.',
  '/dominio/src/seguridad/(?:reportes|textos)\\.',
)
const TICKETS = paths('/dominio/src/ayuda/estados-de-ticket\\.')

/** Alone, because the onboarding has pictures too, and other uploads. */
const BACKGROUND_UPLOADS = paths('/entities/picture/background-uploads\\.')

/** What several screens and dialogs share. */
const SHARED = paths(
  '/apps/web/src/(?:ui|entities|lib|features/(?:chat|perfil)/api)/',
  '/apps/web/src/features/contacto/track-contact-access\\.',
  '/packages/(?:dominio|contrato)/src/',
)
/** Not what imports the dialog, which the screens load later, nor what only screens without an account and few others use. */
const NOT_SHARED = paths(
  '/(?:lightbox|choose-picture-dialog|stored-picture)\\.',
  '/dominio/src/(?:seguridad/(?:moderacion/|reportes\\.|textos-publicos\\.)|verificacion/curp\\.|nombre-legible\\.)',
  '/dominio/src/(?:(?:acceso|ayuda|onboarding|operacion|resenas)/formulario|paginas/landing/)',
  '/dominio/src/(?:(?:acceso|cuenta|onboarding|resenas)/textos\\.|acceso/textos-de-(?:recuperar|registro)\\.)',
  '/dominio/src/(?:maestro/textos-de-(?:mi-perfil|panel)|paginas/textos-de-(?:landing|paginas-legales|terminos)|textos-de-nombres)\\.',
)
const isShared = (id: string) =>
  SHARED.test(id) &&
  !NOT_SHARED.test(id) &&
  !CONSOLE.test(id) &&
  !OUTBOX.test(id) &&
  !CONVERSATION.test(id) &&
  !DEVICE.test(id)
/** In bytes, before the code is made smaller. */
const SMALL = 6500

export const CHUNKS = [
  { name: 'react', test: REACT, priority: 9 },
  { name: 'base', test: BASE, priority: 9 },
  { name: 'schemas', test: SCHEMAS, priority: 9 },
  { name: 'calls', test: CALLS, priority: 8 },
  { name: 'access', minShareCount: 3, test: ACCESS, priority: 7 },
  { name: 'sign-up', minShareCount: 2, test: SIGN_UP, priority: 6 },
  { name: 'signed-in', minShareCount: 2, test: SIGNED_IN, priority: 5 },
  { name: 'trade-icons', minShareCount: 2, test: TRADE_ICONS, priority: 4 },
  { name: 'icons', minShareCount: 2, test: ICONS, priority: 3 },
  { name: 'dialog', test: DIALOG, priority: 3 },
  { name: 'shared', minShareCount: 3, maxModuleSize: SMALL, test: isShared, priority: 2 },
  { name: 'datos-fields', test: DATOS_FIELDS, priority: 1 },
  { name: 'person-menu', test: PERSON_MENU, priority: 1 },
  { name: 'tickets', test: TICKETS, priority: 1 },
  { name: 'background-uploads', test: BACKGROUND_UPLOADS, priority: 1 },
  { name: 'conversation', test: CONVERSATION, priority: 1 },
  { name: 'outbox', test: OUTBOX, priority: 0 },
  { name: 'reviews', test: REVIEWS, priority: 1 },
  { name: 'device', test: DEVICE, priority: 1 },
  { name: 'console', test: CONSOLE, priority: 0 },
]
