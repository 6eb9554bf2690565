/** Dotted bars that grow: for a figure that has no days yet. */
export function FirstDays() {
  return (
    <svg viewBox="0 0 120 64" aria-hidden="true" className="h-16 w-30">
      <path d="M10 58h100" className="stroke-primary" strokeWidth="3" strokeLinecap="round" />
      <g className="fill-primary-tint">
        <rect x="18" y="42" width="14" height="14" rx="3" />
        <rect x="40" y="34" width="14" height="22" rx="3" />
        <rect x="62" y="24" width="14" height="32" rx="3" />
      </g>
      <rect x="84" y="12" width="14" height="44" rx="3" className="fill-accent" />
    </svg>
  )
}
