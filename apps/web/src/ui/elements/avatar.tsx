import { useState } from 'react'
import { cn } from '../class-names.ts'

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
  /** Shown when there is no photo. */
  initials: string
  /** The first word decides the colour, so that a person always has the same one: the surname may be hidden or shortened. */
  seed: string
  className?: string
  /** Loads the photo at once. Without it the photo is loaded when it comes near the window. */
  eager?: boolean
}

/** Hidden from screen readers, because the name of the person stands beside it. */
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
      className={cn(
        shape,
        tintOf(seed.trim().split(' ')[0] ?? ''),
        'grid place-items-center font-semibold select-none',
      )}
    >
      {initials}
    </span>
  )
}

/** Photos of other sites are not loaded, because that site would learn who looks at which profile. */
const isOfThisSite = (src: string) => /^\/(?![/\\])/.test(src)

function tintOf(seed: string): string {
  let sum = 0
  for (const letter of seed) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return TINTS[sum % TINTS.length] ?? TINTS[0]
}
