import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { comun } from '@maestros/dominio/textos'
import type { ReactNode } from 'react'
import { DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { DialogButtons } from '#ui/dialogs/dialog-buttons.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Note } from '#ui/elements/note.tsx'
import { Form } from '#ui/fields/form.tsx'

type Props = {
  titulo: string
  texto: string
  /** Said before a change that puts a verification back to pending, or about a rejected datum. */
  aviso?: string | undefined
  saving: boolean
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}

/** The content of an edit dialog: a title, the fields, and the buttons, which stay visible below a long form. */
export function EditForm({ titulo, texto, aviso, saving, onSubmit, onCancel, children }: Props) {
  return (
    <Form
      early={comun.formulario}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <DialogTitle>{titulo}</DialogTitle>
      <DialogDescription className="text-pretty">{texto}</DialogDescription>
      {aviso && <Note>{aviso}</Note>}
      <div className="mt-4 grid gap-4">{children}</div>
      <DialogButtons className="grid-cols-2 max-[13.75rem]:grid-cols-1">
        <Button variant="outline" onClick={onCancel}>
          {miPerfil.cancelar}
        </Button>
        <Button type="submit" aria-disabled={saving}>
          {saving ? miPerfil.guardando : miPerfil.guardar}
        </Button>
      </DialogButtons>
    </Form>
  )
}
