import { separadorDeDia } from '@maestros/dominio/fechas'
import type { Lado } from '@maestros/dominio/lado'
import { chat as textos } from '@maestros/dominio/textos/chat'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { NextPageFailed } from '#entities/state/failures.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TwoBubbles } from '../drawings.tsx'
import { Bubble } from './bubble.tsx'
import { ContactNotice } from './contact-notice.tsx'
import type { Day } from './timeline.ts'
import { useReadingPlace } from './use-reading-place.ts'

const { mensajes } = textos

export type Older = { more: boolean; reading: boolean; failed: boolean; read: () => void }

type Props = {
  days: Day[]
  side: Lado
  /** The first name of the other person. */
  nombre: string
  older: Older
  onOpenPicture: (id: string) => void
  onBrokenPicture: (secuencia: number) => Promise<void>
  /** Shown after the last message. */
  end?: ReactNode
}

export function MessageLog({ days, side, nombre, older, onOpenPicture, onBrokenPicture, end }: Props) {
  const log = useRef<HTMLDivElement>(null)
  const newest = days.at(-1)?.rows.at(-1)
  const { unseen, toEnd } = useReadingPlace(log, newest)
  const now = new Date()
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={log}
        role="log"
        aria-label={mensajes.region(nombre)}
        // Screen readers must not announce older messages.
        aria-live={older.reading ? 'off' : 'polite'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by the keyboard
        tabIndex={0}
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
            <OlderMessages {...older} log={log} />
            {days.map(({ dia, fecha, rows }) => (
              <section key={dia} aria-label={separadorDeDia(fecha, now)}>
                <p className="sticky top-2 z-10 mx-auto mt-4 w-fit rounded-full border border-border bg-card px-3 py-0.5 text-sm text-muted-foreground first-letter:uppercase">
                  {separadorDeDia(fecha, now)}
                </p>
                <ul>
                  {rows.map((row) => {
                    if (row.kind === 'nota') {
                      return (
                        <ContactNotice key={row.key} contenido={row.contenido} side={side} nombre={nombre} />
                      )
                    }
                    const { key, kind, ...item } = row
                    return (
                      <Bubble
                        key={key}
                        {...item}
                        side={side}
                        nombre={nombre}
                        onOpenPicture={onOpenPicture}
                        onBrokenPicture={onBrokenPicture}
                      />
                    )
                  })}
                </ul>
              </section>
            ))}
            {end}
          </div>
        )}
      </div>
      {unseen && (
        <Button
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float"
          onClick={toEnd}
        >
          <ArrowDown aria-hidden />
          {mensajes.nuevos}
        </Button>
      )}
    </div>
  )
}

/** Early enough that scrolling at a normal speed never reaches the end of a page. */
const AHEAD = '1000px 0px 0px'

type OlderProps = Older & { log: RefObject<HTMLElement | null> }

function OlderMessages({ more, reading, failed, read, log }: OlderProps) {
  const mark = useRef<HTMLDivElement>(null)
  const near = useRef(read)
  near.current = read
  useEffect(() => {
    if (!mark.current || reading || failed || !more) return
    // A new observer reports at once, so pages are loaded as long as the beginning is near.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) near.current()
      },
      { root: log.current, rootMargin: AHEAD },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [more, reading, failed, log])
  if (!more) return null
  return (
    <div ref={mark} className="grid min-h-16 place-items-center pt-4">
      {failed ? (
        <NextPageFailed text={mensajes.anterioresNoLlegan} onRetry={read} />
      ) : (
        <Spinner label={mensajes.cargandoAnteriores} className="size-6" />
      )}
    </div>
  )
}
