import type { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { Pencil } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'

const { contacto: textos } = miPerfil

/** Enough to recognize the own number. The screen is the profile as seekers see it, so the whole number is in the dialog only. */
const SHOWN_DIGITS = 4

type Props = { perfil: Pick<MiPerfil, 'nombre' | 'apellido' | 'telefono'>; onEdit: () => void }

/** What seekers see only after they have requested the contact. */
export function ContactCard({ perfil: { nombre, apellido, telefono }, onEdit }: Props) {
  const heading = useId()
  return (
    <Card>
      <section aria-labelledby={heading}>
        <h2 id={heading} className="text-lg font-semibold">
          {textos.titulo}
        </h2>
        <p className="mt-2 font-medium [overflow-wrap:anywhere]">{`${nombre} ${apellido}`}</p>
        {telefono && <p className="mt-1 tabular-nums">{textos.terminaEn(telefono.slice(-SHOWN_DIGITS))}</p>}
        <Button
          variant="ghost"
          className="-mb-2 -ml-3 px-3 text-left text-primary"
          aria-haspopup="dialog"
          onClick={onEdit}
        >
          <Pencil aria-hidden />
          {textos.editar}
        </Button>
      </section>
    </Card>
  )
}
