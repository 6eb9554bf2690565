/** The drawings of the chat: two colours each, from the design tokens. */

/** For an inbox or a conversation without messages. */
export function TwoBubbles() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="h-24 w-30">
      <path
        d="M20 12h50a10 10 0 0 1 10 10v20a10 10 0 0 1-10 10H40L26 64V52h-6a10 10 0 0 1-10-10V22a10 10 0 0 1 10-10Z"
        className="fill-primary-tint"
      />
      <path d="M24 27h34m-34 11h22" className="stroke-primary" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M62 42h38a10 10 0 0 1 10 10v16a10 10 0 0 1-10 10h-4v10L84 78H62a10 10 0 0 1-10-10V52a10 10 0 0 1 10-10Z"
        className="fill-primary"
      />
      <g className="fill-accent">
        <circle cx="69" cy="60" r="4" />
        <circle cx="81" cy="60" r="4" />
        <circle cx="93" cy="60" r="4" />
      </g>
    </svg>
  )
}

/** A broken speech bubble: for a chat that was not found or could not be loaded. */
export function BrokenBubble() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="h-24 w-30">
      <path
        d="M26 14h30l-8 18 10 10-8 22H44L28 80V64h-2a12 12 0 0 1-12-12V26a12 12 0 0 1 12-12Z"
        className="fill-primary-tint"
      />
      <path
        d="M68 18h26a12 12 0 0 1 12 12v26a12 12 0 0 1-12 12H62l8-22-10-10Z"
        className="fill-primary-tint"
      />
      <path
        d="M30 32h10m-10 12h14M78 36h14m-10 12h10"
        className="stroke-primary"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx="61" cy="78" r="5" className="fill-accent" />
    </svg>
  )
}
