/** An empty toolbox: for a search without results. */
export function EmptyToolbox() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="h-24 w-30">
      <path d="M42 22a6 6 0 0 1 6-6h24a6 6 0 0 1 6 6v8h-6v-8H48v8h-6Z" className="fill-primary" />
      <path d="m14 30 8-6h76l8 6-10 20H24Z" className="fill-primary-tint" />
      <path d="M18 50h84v30a6 6 0 0 1-6 6H24a6 6 0 0 1-6-6Z" className="fill-primary" />
      <path d="M18 50h84v8H18Z" className="fill-brand-panel" />
      <path d="M50 60h20v14H50Z" className="fill-primary-tint" />
      <circle cx="60" cy="67" r="4" className="fill-accent" />
    </svg>
  )
}
