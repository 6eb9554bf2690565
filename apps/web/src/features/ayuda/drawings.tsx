/** The drawings of the help centre: two colours each, from the design tokens. */

/** An open book with a question mark: for a search without results. */
export function OpenBook() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="h-24 w-30">
      <path d="M60 30C50 22 34 20 14 22v54c20-2 36 0 46 8Z" className="fill-primary-tint" />
      <path d="M60 30c10-8 26-10 46-8v54c-20-2-36 0-46 8Z" className="fill-primary" />
      <path
        d="M24 38c10 0 18 1 26 5m-26 9c10 0 18 1 26 5"
        className="stroke-primary"
        strokeWidth="4"
        strokeLinecap="round"
        fill="none"
      />
      <path
        d="M76 44c0-9 16-9 16 0 0 6-8 6-8 12"
        className="stroke-accent"
        strokeWidth="5"
        strokeLinecap="round"
        fill="none"
      />
      <circle cx="84" cy="66" r="3.5" className="fill-accent" />
    </svg>
  )
}

/** An envelope that is being sent: for a person who has sent no tickets. */
export function EmptyLetter() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="h-24 w-30">
      <rect x="26" y="26" width="72" height="50" rx="8" className="fill-primary-tint" />
      <path
        d="m30 32 32 24 32-24"
        className="stroke-primary"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
        fill="none"
      />
      <path d="M8 40h12M4 52h14m-8 12h10" className="stroke-primary" strokeWidth="4" strokeLinecap="round" />
      <circle cx="98" cy="28" r="9" className="fill-accent" />
    </svg>
  )
}
