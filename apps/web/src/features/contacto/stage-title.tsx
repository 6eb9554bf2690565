import type { ComponentProps } from 'react'
import { DialogTitle } from '#ui/dialog.tsx'

/** One dialog, several steps: the focus was on a button that is gone, and starts again at the new step's title. */
export function StageTitle(props: ComponentProps<typeof DialogTitle>) {
  return <DialogTitle ref={focus} tabIndex={-1} {...props} />
}

const focus = (title: HTMLElement | null) => title?.focus()
