/** The drawing of the console's empty lists: a tray with nothing in it, in two colours. */
export function EmptyTray() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="h-24 w-30">
      <path d="M30 20h60l14 36v20a6 6 0 0 1-6 6H22a6 6 0 0 1-6-6V56Z" className="fill-primary-tint" />
      <path d="M16 56h26a18 18 0 0 0 36 0h26v20a6 6 0 0 1-6 6H22a6 6 0 0 1-6-6Z" className="fill-primary" />
      <path
        d="m48 36 8 8 16-16"
        className="stroke-accent"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
        fill="none"
      />
    </svg>
  )
}
