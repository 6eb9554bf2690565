import { comun } from '@maestros/dominio/textos'

/** The logo: a tile with four petals. */
function Tile({ ground, petals }: { ground: string; petals: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className="size-10 shrink-0">
      <rect width="40" height="40" rx="9" className={ground} />
      <g className={petals}>
        <path d="M20 19C14 16 13 9 20 5c7 4 6 11 0 14Z" />
        <path d="M20 21c6 3 7 10 0 14-7-4-6-11 0-14Z" />
        <path d="M21 20c3-6 10-7 14 0-4 7-11 6-14 0Z" />
        <path d="M19 20c-3 6-10 7-14 0 4-7 11-6 14 0Z" />
      </g>
      <circle cx="20" cy="20" r="4.5" className="fill-accent" />
    </svg>
  )
}

/** The tile is light on the blue panel and blue on a card, for contrast. */
export function Brand({ on }: { on: 'panel' | 'card' }) {
  return (
    <p className="flex min-w-0 items-center gap-3 text-xl leading-tight font-bold tracking-tight min-[18.75rem]:whitespace-nowrap">
      {on === 'panel' ? (
        <Tile ground="fill-on-brand-panel" petals="fill-brand-panel" />
      ) : (
        <Tile ground="fill-brand-panel" petals="fill-on-brand-panel" />
      )}
      <span className="max-[13.75rem]:sr-only">{comun.producto}</span>
    </p>
  )
}

/** A broken tile: for pages that do not exist or failed. */
export function BrokenTile() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="h-24 w-30">
      <g transform="rotate(-8 42 48)">
        <path
          d="M22 16h34L46 44l8 10-8 26H22a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8Z"
          className="fill-primary-tint"
        />
        <path
          d="M46 44C38 40 38 30 45 24l6-3ZM40 50c-8-6-16-4-20 2 5 8 14 8 20 2Z"
          className="fill-primary"
        />
      </g>
      <g transform="rotate(9 84 50)">
        <path d="M66 18h26a8 8 0 0 1 8 8v46a8 8 0 0 1-8 8H58l9-26-9-10Z" className="fill-primary-tint" />
        <path d="M72 50c6-6 14-5 19 1-5 8-13 7-19 1Zm-4 8c7 4 7 12 1 18l-6-2Z" className="fill-primary" />
      </g>
      <circle cx="60" cy="50" r="5" className="fill-accent" />
    </svg>
  )
}
