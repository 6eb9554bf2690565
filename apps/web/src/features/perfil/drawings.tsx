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
