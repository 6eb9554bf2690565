import { comun } from '@maestros/dominio/textos'
import type { ReactNode } from 'react'
import { Button } from '#ui/elements/button.tsx'
import { Form } from '#ui/fields/form.tsx'

type Props = {
  button: string
  sending: string
  destructive?: boolean
  pending: boolean
  failure: string | null
  onSubmit: () => void
  children: ReactNode
}

/** A form of the console with its failure and its button. While it is sent, another submit does nothing. */
export function SentForm({ button, sending, destructive, pending, failure, onSubmit, children }: Props) {
  return (
    <Form
      early={comun.formulario}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) onSubmit()
      }}
    >
      {children}
      {failure !== null && (
        <p role="alert" className="text-pretty text-destructive">
          {failure}
        </p>
      )}
      <Button
        type="submit"
        variant={destructive ? 'destructive' : 'primary'}
        aria-busy={pending}
        aria-disabled={pending}
      >
        {pending ? sending : button}
      </Button>
    </Form>
  )
}
