import { useState } from 'react'
import { cn } from './class-names.ts'

const TINTS = [
  'bg-tint-agua text-ink-agua',
  'bg-tint-luz text-ink-luz',
  'bg-tint-tierra text-ink-tierra',
  'bg-tint-planta text-ink-planta',
  'bg-tint-metal text-ink-metal',
  'bg-tint-color text-ink-color',
] as const

type Props = {
  src: string | null
  /** Shown without a photo. Their tint comes from `seed`, so that one person keeps one colour. */
  initials: string
  seed: string
  className?: string
  /** For the picture that a screen is about; in a list, pictures may come when they are near. */
  eager?: boolean
}

/** Beside the person's name, which says who this is: to a screen reader it adds nothing. */
export function Avatar({ src, initials, seed, className, eager = false }: Props) {
  const shape = cn('shrink-0 overflow-hidden rounded-card', className)
  const [broken, setBroken] = useState<string | null>(null)
  if (src && isOfThisSite(src) && src !== broken) {
    return (
      <img
        src={src}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        onError={() => setBroken(src)}
        className={cn(shape, 'bg-skeleton object-cover')}
      />
    )
  }
  return (
    <span
      aria-hidden
      data-initials={initials}
      className={cn(shape, tintOf(seed), 'grid place-items-center font-semibold select-none')}
    >
      {initials}
    </span>
  )
}

/** The server gives addresses of its own storage only. Another site must not learn who looks at whom. */
const isOfThisSite = (src: string) => /^\/(?![/\\])/.test(src)

function tintOf(seed: string): string {
  let sum = 0
  for (const letter of seed) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return TINTS[sum % TINTS.length] ?? TINTS[0]
}
