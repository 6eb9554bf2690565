/** Our drawing for an inbox without anyone: two bubbles that wait for their first word. */
export function TwoBubbles() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="h-24 w-30">
      <path
        d="M20 12h50a10 10 0 0 1 10 10v20a10 10 0 0 1-10 10H40L26 64V52h-6a10 10 0 0 1-10-10V22a10 10 0 0 1 10-10Z"
        className="fill-primary"
      />
      <path d="M24 26h38v5H24Zm0 10h24v5H24Z" className="fill-primary-tint" />
      <path
        d="M60 46h40a10 10 0 0 1 10 10v14a10 10 0 0 1-10 10h-4v11L83 80H60a10 10 0 0 1-10-10V56a10 10 0 0 1 10-10Z"
        className="fill-primary-tint"
      />
      <g className="fill-accent">
        <circle cx="68" cy="63" r="4" />
        <circle cx="80" cy="63" r="4" />
        <circle cx="92" cy="63" r="4" />
      </g>
    </svg>
  )
}
