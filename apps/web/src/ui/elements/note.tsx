/** A sentence in a dialog that is to be read before the person acts. Line breaks of the text stay. */
export function Note({ children }: { children: string }) {
  return (
    <p
      role="note"
      className="mt-3 rounded-control bg-muted p-3 font-medium whitespace-pre-line [overflow-wrap:anywhere] text-pretty"
    >
      {children}
    </p>
  )
}
