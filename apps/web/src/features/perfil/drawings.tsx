/** An open door: for a profile that was not found or could not be loaded. */
export function EmptyDoor() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="h-24 w-30">
      <path d="M20 88h80" className="stroke-primary" strokeWidth="4" strokeLinecap="round" />
      <path d="M38 88V22a22 14 0 0 1 44 0v66Z" className="fill-primary-tint" />
      <path d="M44 88V32h22v56Z" className="fill-primary" />
      <path d="M66 32l12 7v49H66Z" className="fill-primary-tint stroke-primary" strokeWidth="2" />
      <circle cx="61" cy="60" r="3" className="fill-accent" />
      <path d="M53 20h14" className="stroke-accent" strokeWidth="4" strokeLinecap="round" />
    </svg>
  )
}

/** An empty note with a star: for a profile without reviews. */
export function BlankNote() {
  return (
    <svg viewBox="0 0 120 80" aria-hidden="true" className="h-20 w-30">
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
