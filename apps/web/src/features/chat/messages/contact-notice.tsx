import type { Lado } from '@maestros/dominio/chat/lado'
import { chat } from '@maestros/dominio/chat/textos'
import { conversaciones } from '@maestros/dominio/chat/textos-de-bandeja'
import { motivoDeNota } from '@maestros/dominio/contacto/contacto'
import { Contact } from 'lucide-react'

const { contacto: textos } = chat

type Props = { contenido: string; side: Lado; nombre: string }

/** Shows to both people that the seeker requested the contact, and why. */
export function ContactNotice({ contenido, side, nombre }: Props) {
  const motivo = motivoDeNota(contenido)
  const event = side === 'maestro' ? textos.maestro(nombre) : textos.buscador
  return (
    <div
      data-nota
      className="mx-auto mt-4 mb-1 flex w-fit max-w-[85%] gap-2.5 rounded-card border border-border bg-card px-4 py-2.5 text-sm"
    >
      <Contact aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
      <p className="[overflow-wrap:anywhere]">
        {motivo === null ? (
          contenido || conversaciones.fila.contacto
        ) : (
          <>
            <span className="font-medium">{event}</span>{' '}
            <span className="text-muted-foreground">{textos.motivo(motivo)}</span>
          </>
        )}
      </p>
    </div>
  )
}
