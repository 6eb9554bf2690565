/** An envelope: an e-mail has been sent. */
export function EnvelopeDrawing() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="h-24 w-30">
      <rect x="16" y="22" width="88" height="58" rx="10" className="fill-primary-tint" />
      <path
        d="M22 30 56 56a7 7 0 0 0 8 0l34-26"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        className="stroke-primary"
      />
      <path
        d="M4 40h14M0 52h14M6 64h12"
        strokeWidth="4"
        strokeLinecap="round"
        className="stroke-primary-tint"
      />
      <circle cx="60" cy="58" r="8" className="fill-accent" />
    </svg>
  )
}
