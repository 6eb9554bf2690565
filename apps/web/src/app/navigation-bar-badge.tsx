import { NO_LEIDOS_MAX } from '@maestros/dominio/limites'
import { comun } from '@maestros/dominio/textos/comun'
import { cn } from '#ui/class-names.ts'

type Props = {
  chats: number
  className?: string
  /** Where the badge's owner has a label that already says it. */
  silent?: boolean
}

/** Chats with something unread: a number for the eye, a sentence for the ear. */
export function UnreadBadge({ chats, className, silent = false }: Props) {
  if (chats === 0) return null
  return (
    <>
      <span
        aria-hidden
        data-badge="no-leidos"
        className={cn(
          'grid h-5 min-w-5 place-items-center rounded-full bg-destructive px-1 text-sm leading-none font-semibold text-on-destructive tabular-nums',
          className,
        )}
      >
        {chats > NO_LEIDOS_MAX ? `${NO_LEIDOS_MAX}+` : chats}
      </span>
      {!silent && <span className="sr-only">{comun.menu.sinLeer(chats)}</span>}
    </>
  )
}
