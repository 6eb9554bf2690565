/** An empty note with a star: for a profile without reviews, and for the request for one. */
export function BlankNote({ className = 'h-20 w-30' }: { className?: string }) {
  return (
    <svg viewBox="0 0 120 80" aria-hidden="true" className={className}>
      <path
        d="M26 8h68a10 10 0 0 1 10 10v32a10 10 0 0 1-10 10H58L42 74V60H26a10 10 0 0 1-10-10V18A10 10 0 0 1 26 8Z"
        className="fill-primary-tint"
      />
      <path
        d="M60 18l4.6 9.4 10.4 1.5-7.5 7.3 1.8 10.3L60 41.6l-9.3 4.9 1.8-10.3-7.5-7.3 10.4-1.5Z"
        className="fill-accent"
      />
      <path
        d="M28 26h8m-8 10h6m50-10h8m-6 10h6"
        className="stroke-primary"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}
