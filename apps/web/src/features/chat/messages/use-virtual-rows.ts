import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRowsAround } from '../rows-around.ts'
import type { Day, Item, Nota } from './timeline.ts'

const BEYOND = { ahead: 4, behind: 1 }

export type ShownRow = { index: number; row: Item | Nota; startsDay: boolean }
/** A day of which some rows are rendered. */
export type ShownDay = { dia: string; fecha: Date; rows: ShownRow[] }

type Flat = { row: Item | Nota; day: Day; startsDay: boolean }

/**
 * Which rows of a conversation are rendered, and the heights of the rest above and below them. The log is a reversed flex
 * column, which is scrolled from its end: positions are measured from there, with the newest message at index 0. Older
 * messages are then added at the end of the list and move nothing. The rows are in the normal flow between two spacers,
 * so that a wrong estimate cannot make them overlap. On paper all loaded rows are rendered.
 */
export function useVirtualRows(log: RefObject<HTMLElement | null>, days: Day[]) {
  const flat = useMemo(() => flatten(days), [days])
  const count = flat.length
  const at = useCallback((index: number) => flat[count - 1 - index], [flat, count])
  const around = useRowsAround(BEYOND)
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count,
    getScrollElement: () => log.current,
    getItemKey: useCallback((index: number) => at(index)?.row.key ?? index, [at]),
    estimateSize: (index) => estimated(at(index)),
    ...around,
    measureElement: heightOf,
    observeElementOffset: observeFromEnd,
    // The library never scrolls: use-reading-place.ts keeps the position.
    scrollToFn: () => undefined,
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false

  const printing = usePrinting()
  if (printing) return { measure: null, above: 0, below: 0, shown: shownDays(flat.map(inReadingOrder)) }

  const items = virtualizer.getVirtualItems()
  const [newest] = items
  const oldest = items.at(-1)
  return {
    measure: virtualizer.measureElement,
    above: oldest ? virtualizer.getTotalSize() - oldest.end : 0,
    below: newest?.start ?? 0,
    shown: shownDays(items.map(({ index }) => ({ index, flat: at(index) })).reverse()),
  }
}

/** The row with the index that it has in the list, whose first row is the newest. */
const inReadingOrder = (flat: Flat, nth: number, all: Flat[]) => ({ index: all.length - 1 - nth, flat })

function flatten(days: Day[]): Flat[] {
  return days.flatMap((day) => day.rows.map((row, nth) => ({ row, day, startsDay: nth === 0 })))
}

function shownDays(items: { index: number; flat: Flat | undefined }[]): ShownDay[] {
  const days: ShownDay[] = []
  for (const { index, flat } of items) {
    if (!flat) continue
    const { row, startsDay, day } = flat
    let last = days.at(-1)
    if (last?.dia !== day.dia) {
      last = { dia: day.dia, fecha: day.fecha, rows: [] }
      days.push(last)
    }
    last.rows.push({ index, row, startsDay })
  }
  return days
}

const LINE_PX = 24
const BUBBLE_PX = 18
/** The first message of a group has so much more space above it. */
const OPENS_PX = 10
const CHARACTERS_IN_A_LINE = 34
const PICTURE_PX = 280
const VOICE_NOTE_PX = 92
const DAY_PX = 44

/** Until a row was measured. The closer it is, the less the scroll bar moves while one scrolls. */
function estimated(flat: Flat | undefined): number {
  if (!flat) return BUBBLE_PX + LINE_PX
  const { row, startsDay } = flat
  const day = startsDay ? DAY_PX : 0
  if (row.kind === 'mensaje' && row.tipo === 'imagen') return PICTURE_PX + day
  if (row.kind === 'mensaje' && row.tipo === 'audio') return VOICE_NOTE_PX + day
  // The time stands on the last line.
  const lines = Math.ceil((row.contenido.length + 8) / CHARACTERS_IN_A_LINE)
  const opens = row.kind === 'mensaje' && row.opens ? OPENS_PX : 0
  return BUBBLE_PX + opens + lines * LINE_PX + day
}

/**
 * Not rounded, as the library does: the differences of many rows would add up. A row that was just rendered keeps its
 * estimate until the browser reports its height, before the next paint: measuring it at once takes a layout of its own.
 */
function heightOf(
  element: HTMLLIElement,
  entry: ResizeObserverEntry | undefined,
  { indexFromElement, measurementsCache }: Virtualizer<HTMLElement, HTMLLIElement>,
): number {
  const known = entry ? undefined : measurementsCache[indexFromElement(element)]?.size
  return known ?? entry?.borderBoxSize?.[0]?.blockSize ?? element.getBoundingClientRect().height
}

/** After this time without an event the scrolling has ended. */
const SCROLL_END_MS = 150

/** Reports the distance from the end of the log: its scrollTop is 0 there and negative above. */
function observeFromEnd(
  { scrollElement }: Virtualizer<HTMLElement, HTMLLIElement>,
  report: (offset: number, isScrolling: boolean) => void,
) {
  if (!scrollElement) return
  let timer: ReturnType<typeof setTimeout> | undefined
  // Safari reports positive values while it bounces at the end.
  const offset = () => Math.max(0, -scrollElement.scrollTop)
  const onScroll = () => {
    clearTimeout(timer)
    timer = setTimeout(() => report(offset(), false), SCROLL_END_MS)
    report(offset(), true)
  }
  scrollElement.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    clearTimeout(timer)
    scrollElement.removeEventListener('scroll', onScroll)
  }
}

/** Whether the page is being printed. The browser lays out the paper as soon as the event has been handled. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', start)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', start)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
