import { cn } from '#ui/class-names.ts'

type Props = {
  /** From 0 to 100. */
  picos: readonly number[]
  /** How much of it was played, from 0 to 1. */
  played: number
}

const STEP = 4
const BAR = 2.5
const HEIGHT = 32

/** The drawing of a voice note: one bar for each value, and those that were played in another colour. */
export function Waveform({ picos, played }: Props) {
  const path = picos.map((peak, nth) => barOf(peak, nth)).join('')
  const bars = (className: string) => (
    <svg
      aria-hidden
      viewBox={`0 0 ${picos.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn('absolute inset-0 size-full', className)}
    >
      <path
        d={path}
        strokeWidth={BAR}
        strokeLinecap="round"
        stroke="currentColor"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
  return (
    <span className="absolute inset-x-0 inset-y-1.5">
      {bars('text-muted-foreground')}
      <span
        className="absolute inset-0 text-primary"
        style={{ clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` }}
      >
        {bars('')}
      </span>
    </span>
  )
}

/** A vertical line around the middle. Silence is a point. */
function barOf(peak: number, nth: number): string {
  const half = Math.max(0.5, ((HEIGHT - BAR) / 2) * (peak / 100))
  return `M${nth * STEP + STEP / 2} ${HEIGHT / 2 - half}v${half * 2}`
}
