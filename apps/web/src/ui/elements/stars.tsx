import { Star } from 'lucide-react'
import { cn } from '../class-names.ts'

type Props = { filled: number; of: number; label: string; className?: string }

/** `label` is the text alternative of the stars. */
export function Stars({ filled, of, label, className }: Props) {
  return (
    <span role="img" aria-label={label} className={cn('inline-flex gap-0.5', className)}>
      {Array.from({ length: of }, (_, index) => (
        <Star
          // biome-ignore lint/suspicious/noArrayIndexKey: a star has no identity but its position
          key={index}
          aria-hidden
          data-filled={index < filled}
          className={cn('size-4', index < filled ? 'fill-accent text-star' : 'fill-muted text-control')}
        />
      ))}
    </span>
  )
}
