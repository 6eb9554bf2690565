import { NO_LEIDOS_MAX } from '@maestros/dominio/limites'
import { cn } from '#ui/class-names.ts'

type Props = {
  count: number
  /** Names what is counted, for `data-badge`: chats in the navigation bar, messages in a row of the inbox. */
  of: 'no-leidos' | 'sin-leer'
  /** The sentence for screen readers. Left out where a label beside the badge already says it. */
  label?: string
  className?: string
}

/** How many chats or messages are unread. Nothing when there are none. */
export function UnreadBadge({ count, of, label, className }: Props) {
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden
        data-badge={of}
        className={cn(
          'grid h-[1.25rem] min-w-[1.25rem] shrink-0 place-items-center rounded-full bg-destructive px-1 text-sm leading-none font-semibold text-on-destructive tabular-nums',
          className,
        )}
      >
        {count > NO_LEIDOS_MAX ? `${NO_LEIDOS_MAX}+` : count}
      </span>
      {label && <span className="sr-only">{label}</span>}
    </>
  )
}
