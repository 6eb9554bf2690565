import type { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { comun } from '@maestros/dominio/textos'
import { edicionDe } from '@maestros/dominio/verificacion/estados'
import { verificacion } from '@maestros/dominio/verificacion/textos'
import { Dialog, DialogContent } from '#ui/dialogs/dialog.tsx'
import { isPicture } from './api/save-picture.ts'
import { ChoicesForm } from './choices-form.tsx'
import { ContactForm } from './contact-form.tsx'
import { DatumForm } from './datum-form.tsx'
import { DescriptionForm } from './description-form.tsx'
import { DATUM_OF, type Part } from './editable-parts.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { ReferencesForm } from './references-form.tsx'

type Props = {
  open: boolean
  /** The part that is being edited, null while no dialog is open. */
  part: Part | null
  perfil: MiPerfil
  onEdit: (part: Part) => void
  onClose: () => void
}

export default function EditDialogs({ open, part, perfil, onEdit, onClose }: Props) {
  const datum = part === null ? undefined : DATUM_OF[part]
  const { estado, motivo, corrige_con } = perfil.verificacion.find(({ tipo }) => tipo === datum) ?? {}
  // The reason is shown where it is answered: photo, name and address are changed for other reasons too.
  const rejection =
    motivo && corrige_con?.some((one) => edicionDe(one) === part)
      ? verificacion.motivoDelRechazo(motivo)
      : undefined
  if (isPicture(part)) {
    return (
      <PictureDialog
        key={part}
        picture={part}
        id={perfil.id}
        aviso={estado === 'verificado' ? verificacion.aviso[part] : rejection}
        onDone={onClose}
      />
    )
  }
  return (
    <Dialog open={open} onOpenChange={(opened) => opened || onClose()}>
      <DialogContent
        closeLabel={comun.cerrar}
        className="sm:max-w-lg"
        // A touch beside the dialog must not discard what was typed.
        onPointerDownOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => {
          // The first control of the choices removes the main one, so the dialog itself gets the focus.
          if ((part !== 'oficios' && part !== 'alcaldias') || !(event.target instanceof HTMLElement)) return
          event.preventDefault()
          event.target.focus()
        }}
      >
        {part === 'contacto' && (
          <ContactForm perfil={perfil} estado={estado} rejection={rejection} onDone={onClose} />
        )}
        {part === 'descripcion' && <DescriptionForm perfil={perfil} onDone={onClose} />}
        {part === 'referencias' && <ReferencesForm perfil={perfil} onDone={onClose} />}
        {(part === 'oficios' || part === 'alcaldias') && (
          <ChoicesForm tipo={part} perfil={perfil} onDone={onClose} />
        )}
        {(part === 'domicilio' || part === 'curp') && (
          <DatumForm
            datum={part}
            perfil={perfil}
            estado={estado}
            rejection={rejection}
            onDone={onClose}
            onSendProof={() => onEdit('comprobante')}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}
