import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Dialog, DialogContent } from './dialog.tsx'

type Props = {
  title: string
  /** What the dialog changes, as it is now; empty while it is not known. */
  value?: string
  text: string
  button: string
  closeLabel: string
  destructive?: boolean
  /** The content of the dialog. It unmounts when the dialog closes. */
  children: (close: () => void) => ReactNode
}

/** A card with a button that opens a dialog. */
export function DialogCard({ title, value, text, button, closeLabel, destructive = false, children }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <Card>
      <h2 className="text-lg font-semibold">{title}</h2>
      {value !== undefined && (
        // As high as a line, so that what follows does not move when the value is known.
        <p className="mt-2 min-h-6 font-medium [overflow-wrap:anywhere]">{value}</p>
      )}
      <p className="mt-2 text-pretty text-muted-foreground">{text}</p>
      <Button
        variant="outline"
        className={destructive ? 'mt-4 text-destructive' : 'mt-4'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {button}
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent closeLabel={closeLabel}>{children(() => setOpen(false))}</DialogContent>
      </Dialog>
    </Card>
  )
}
