import type { ComponentProps } from 'react'
import { DialogTitle } from '#ui/dialogs/dialog.tsx'

/** Takes the focus at each new step, because the button that had it belonged to the step before. */
export function StageTitle(props: ComponentProps<typeof DialogTitle>) {
  return <DialogTitle ref={focus} tabIndex={-1} {...props} />
}

const focus = (title: HTMLElement | null) => title?.focus()
