/** Where the face or the document should be: everything around it is darker. */
export function FrameMask({ face }: { face: boolean }) {
  const shape = face
    ? 'M50 14c15 0 25 12 25 30 0 20-11 36-25 36S25 64 25 44c0-18 10-30 25-30Z'
    : 'M9 28h82a3 3 0 0 1 3 3v38a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3V31a3 3 0 0 1 3-3Z'
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio={face ? 'xMidYMid slice' : 'none'}
      className="pointer-events-none absolute inset-0 size-full"
    >
      <path d={`M0 0h100v100H0Z${shape}`} fillRule="evenodd" className="fill-scrim" />
      <path d={shape} className="fill-none stroke-on-brand-panel" strokeWidth="0.8" />
    </svg>
  )
}
