import { type ReactNode, useState } from 'react'
import { Button } from '../elements/button.tsx'
import { Card } from '../elements/card.tsx'
import { Dialog, DialogContent } from './dialog.tsx'

type Props = {
  title: string
  /** What the dialog changes, as it is now; empty while it is not known. */
  value?: string
  text: string
  button: string
  closeLabel: string
  destructive?: boolean
  /** While it is true, the open dialog cannot be closed. */
  locked?: boolean
  /** The content of the dialog. It unmounts when the dialog closes. */
  children: (close: () => void) => ReactNode
}

/** A card with a button that opens a dialog. */
export function DialogCard(props: Props) {
  const { title, value, text, button, closeLabel, destructive = false, locked = false, children } = props
  const [open, setOpen] = useState(false)
  const change = (next: boolean) => {
    if (!locked) setOpen(next)
  }
  return (
    <Card>
      <h2 className="text-lg font-semibold">{title}</h2>
      {value !== undefined && (
        // As high as a line, so that what follows does not move when the value is known.
        <p className="mt-2 min-h-6 font-medium [overflow-wrap:anywhere]">{value}</p>
      )}
      <p className="mt-2 text-pretty text-muted-foreground">{text}</p>
      <Button
        variant={destructive ? 'destructive-outline' : 'outline'}
        className="mt-4"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {button}
      </Button>
      <Dialog open={open} onOpenChange={change} locked={locked}>
        <DialogContent closeLabel={closeLabel}>{children(() => change(false))}</DialogContent>
      </Dialog>
    </Card>
  )
}
