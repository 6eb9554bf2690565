import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { Pencil } from 'lucide-react'
import { Button } from '#ui/elements/button.tsx'

/** The parts of a profile that its own maestro can edit where they are shown. */
type EditablePart = keyof typeof miPerfil.editar
export type OnEdit = (part: EditablePart) => void

export function EditButton({ part, onEdit }: { part: EditablePart; onEdit: OnEdit }) {
  return (
    <Button
      variant="ghost"
      className="-ml-3 px-3 text-left text-primary"
      aria-haspopup="dialog"
      onClick={() => onEdit(part)}
    >
      <Pencil aria-hidden />
      {miPerfil.editar[part]}
    </Button>
  )
}
