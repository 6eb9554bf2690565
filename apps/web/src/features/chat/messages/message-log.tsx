import type { Lado } from '@maestros/dominio/chat/lado'
import { chat as textos } from '@maestros/dominio/chat/textos'
import { separadorDeDia } from '@maestros/dominio/fechas'
import { NO_LEIDOS_MAX } from '@maestros/dominio/limites'
import { ArrowDown } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { NextPageFailed } from '#entities/state/failures.tsx'
import { Button } from '#ui/elements/button.tsx'
import { EndOfList } from '#ui/elements/end-of-list.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { Spinner } from '#ui/elements/spinner.tsx'
import { lazyComponent, PendingMark } from '#ui/timing/lazy-component.tsx'
import { serverDate } from '../api/server-time.ts'
import { TwoBubbles } from '../drawings.tsx'
import { announcementOf } from './announcement.ts'
import { Bubble } from './bubble.tsx'
import { ContactNotice } from './contact-notice.tsx'
import { type Day, type Item, type Nota, newestSent } from './timeline.ts'
import { useLongPress } from './use-long-press.ts'
import { useReadingPlace } from './use-reading-place.ts'
import { type ShownDay, type ShownRow, useVirtualRows } from './use-virtual-rows.ts'

const { mensajes } = textos

type Older = { more: boolean; reading: boolean; failed: boolean; read: () => void }

type Props = {
  days: Day[]
  side: Lado
  /** The first name of the other person. */
  nombre: string
  older: Older
  /** Reports the `secuencia` of the newest message that was on the screen. */
  onSeen: (secuencia: number) => void
  onOpenPicture: (id: string) => void
  onBrokenPicture: (secuencia: number) => Promise<void>
  /** Null where nobody can write. */
  onReply: ((item: Item) => void) | null
  /** Shown after the last message. */
  end?: ReactNode
}

export function MessageLog({ days, side, nombre, older, onSeen, onReply, end, ...pictures }: Props) {
  const log = useRef<HTMLDivElement>(null)
  const { far, seen, unseen, toStart, toEnd } = useReadingPlace(log, days)
  useEffect(() => onSeen(seen), [onSeen, seen])
  const { shown, above, below, measure } = useVirtualRows(log, days)
  const [chosen, setChosen] = useState<string | null>(null)
  const press = useLongPress(setChosen)
  const now = serverDate()
  const bubble = { side, nombre, ...pictures, onMenu: setChosen }
  const tabStop = shown.flatMap(({ rows }) => rows).findLast(({ row }) => hasMenu(row))?.index
  const item = chosen === null ? undefined : find(shown, chosen)
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={log}
        role="log"
        aria-label={mensajes.region(nombre)}
        // Rows are added and removed while one scrolls. What arrives is announced by <Announced>.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by the keyboard
        tabIndex={0}
        onKeyDown={(event) => {
          moveBetweenMenus(event)
          moveToEdge(event, { Home: () => toStart(), End: toEnd })
        }}
        {...press}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-3"
      >
        {days.length === 0 ? (
          <div className="m-auto">
            <Notice drawing={<TwoBubbles />} title={mensajes.vacio(nombre)}>
              {mensajes.vacioTexto[side]}
            </Notice>
          </div>
        ) : (
          <div className="mx-auto w-full max-w-reading pb-4">
            <OlderMessages {...older} log={log} loaded={days[0]?.rows[0]?.key} />
            <div aria-hidden style={{ height: above }} />
            {shown.map(({ dia, fecha, rows }) => (
              <DaySection key={dia} label={separadorDeDia(fecha, now)}>
                <ul>
                  {rows.map(({ index, row, startsDay }) => (
                    <Row
                      key={row.key}
                      {...{ index, row, startsDay, measure }}
                      bubble={{ ...bubble, tabStop: index === tabStop }}
                    />
                  ))}
                </ul>
              </DaySection>
            ))}
            <div aria-hidden style={{ height: below }} />
            {end}
          </div>
        )}
      </div>
      <Announced days={days} nombre={nombre} side={side} />
      <ToEnd far={far} unseen={unseen} onClick={toEnd} />
      {item && <MessageMenu item={item} onReply={onReply} onClose={() => setChosen(null)} />}
    </div>
  )
}

const MessageMenu = lazyComponent(() => import('./message-menu.tsx'), PendingMark)

/** A message that the server has and that was not deleted. */
const hasMenu = (row: Item | Nota): row is Item =>
  row.kind === 'mensaje' && row.secuencia !== null && !row.eliminado

function find(shown: ShownDay[], id: string): Item | undefined {
  const rows = shown.flatMap(({ rows }) => rows.map(({ row }) => row))
  return rows.filter(hasMenu).find((row) => row.id === id)
}

/** The arrow keys lead from the options of one message to those of the next. */
function moveBetweenMenus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  const { target } = event
  if (step === undefined || !(target instanceof Element) || !target.matches('[data-menu]')) return
  const menus = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-menu]')]
  const at = menus.findIndex((one) => one.contains(target))
  const next = menus[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/**
 * Home and End. The browser would scroll by the estimated height of rows that are not rendered yet. A row that has the focus
 * may disappear, so the log gets it.
 */
function moveToEdge(event: KeyboardEvent<HTMLElement>, edges: Record<string, () => void>) {
  const go = edges[event.key]
  const { target, currentTarget: log, ctrlKey, altKey, metaKey, shiftKey } = event
  if (!go || ctrlKey || altKey || metaKey || shiftKey) return
  if (!(target instanceof Element) || target.closest('input, textarea, select')) return
  event.preventDefault()
  log.focus({ preventScroll: true })
  go()
}

function DaySection({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <DayHeading>{label}</DayHeading>
      {children}
    </section>
  )
}

/**
 * Without a height of its own, so that the heights of the rows alone make up the list: the first row of a day keeps the
 * place for it (DAY_SPACE).
 */
function DayHeading({ children }: { children: ReactNode }) {
  return (
    <p className="pointer-events-none sticky -top-2 z-10 flex h-0 justify-center text-sm text-muted-foreground">
      <span className="mt-4 h-fit rounded-full border border-border bg-card px-3 py-0.5 first-letter:uppercase">
        {children}
      </span>
    </p>
  )
}

const DAY_SPACE = 'h-11'

type RowProps = ShownRow & {
  measure: ((element: HTMLLIElement | null) => void) | null
  bubble: Omit<ComponentProps<typeof Bubble>, keyof Item>
}

function Row({ index, row, startsDay, measure, bubble }: RowProps) {
  const space = startsDay && <div aria-hidden className={DAY_SPACE} />
  if (row.kind === 'nota') {
    return (
      <li ref={measure} data-index={index}>
        {space}
        <ContactNotice contenido={row.contenido} side={bubble.side} nombre={bubble.nombre} />
      </li>
    )
  }
  const { key, kind, ...item } = row
  return (
    <li
      ref={measure}
      data-index={index}
      data-mensaje={item.id}
      data-estado={item.own ? item.estado : undefined}
    >
      {space}
      <Bubble {...item} {...bubble} />
    </li>
  )
}

/** Tells screen readers what happened while the conversation is open (see announcementOf). */
function Announced({ days, nombre, side }: { days: Day[]; nombre: string; side: Lado }) {
  const newest = newestSent(days)
  const [opened] = useState(newest && markOf(newest))
  return (
    <p aria-live="polite" className="sr-only" data-anuncio>
      {/* A new element for each message: the same text twice would change nothing, and would not be announced. */}
      {newest && markOf(newest) !== opened && (
        <span key={markOf(newest)}>{announcementOf(newest, nombre, side)}</span>
      )}
    </p>
  )
}

/** Contains the blocked state, so that a message that is blocked after it was sent is announced. */
const markOf = (row: Item | Nota) => `${row.key} ${row.kind === 'mensaje' && row.bloqueado}`

type ToEndProps = { far: boolean; unseen: number; onClick: () => void }

function ToEnd({ far, unseen, onClick }: ToEndProps) {
  if (unseen === 0 && !far) return null
  return (
    <Button
      size={unseen > 0 ? 'default' : 'icon'}
      variant={unseen > 0 ? 'primary' : 'outline'}
      aria-label={unseen > 0 ? mensajes.nuevosAbajo(unseen) : mensajes.alFinal}
      className="screen-only absolute right-3 bottom-3 rounded-full shadow-float"
      onClick={onClick}
    >
      <ArrowDown aria-hidden />
      {unseen > 0 && (
        <span className="tabular-nums">
          {mensajes.nuevos(unseen)} ({unseen > NO_LEIDOS_MAX ? `${NO_LEIDOS_MAX}+` : unseen})
        </span>
      )}
    </Button>
  )
}

type OlderProps = Older & { log: RefObject<HTMLElement | null>; loaded: string | undefined }

function OlderMessages({ more, reading, failed, read, log, loaded }: OlderProps) {
  if (!more) return null
  return (
    <div className="screen-only grid min-h-16 place-items-center pt-4">
      {failed ? (
        <NextPageFailed text={mensajes.anterioresNoLlegan} onRetry={read} retrying={reading} />
      ) : (
        <>
          <EndOfList busy={reading} loaded={loaded} onNear={read} root={log} />
          <Spinner label={mensajes.cargandoAnteriores} className="size-6" />
        </>
      )}
    </div>
  )
}
