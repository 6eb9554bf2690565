import type { Lado } from '@maestros/dominio/lado'
import { chat as textos } from '@maestros/dominio/textos/chat'
import { contacto } from '@maestros/dominio/textos/contacto'
import { Contact } from 'lucide-react'
import type { Acceso } from '../api/contact-access.ts'

type Props = Acceso & { side: Lado; nombre: string }

/** Shows to both people that the seeker requested the contact, and why. */
export function AccesoNote({ motivo, detalle, side, nombre }: Props) {
  const event = side === 'maestro' ? textos.contacto.maestro(nombre) : textos.contacto.buscador
  return (
    <li className="mx-auto mt-4 mb-1 flex w-fit max-w-[85%] gap-2.5 rounded-card border border-border bg-card px-4 py-2.5 text-sm">
      <Contact aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
      <p className="[overflow-wrap:anywhere]">
        <span className="font-medium">{event}</span>{' '}
        <span className="text-muted-foreground">
          {textos.contacto.motivo(detalle ?? contacto.motivo.motivos[motivo])}
        </span>
      </p>
    </li>
  )
}
