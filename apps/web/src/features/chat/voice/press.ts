/** How a recording was begun: with a pointer that may still be down, or with the keyboard. */
export type Press = {
  /** Null when it was begun without a pointer. */
  pointerId: number | null
  x: number
  y: number
  /** Set as soon as the pointer is up, also while the code of the recorder is being loaded. */
  released: boolean
}
