import { fechaCorta, horaDelMensaje } from '@maestros/dominio/fechas'
import { REPORTE_MENSAJES_MAX } from '@maestros/dominio/seguridad/reportes'
import { seguridad } from '@maestros/dominio/seguridad/textos'
import type { Evidence } from './persona.ts'

const { reportar: textos } = seguridad

type Props = {
  messages: Evidence[]
  nombre: string
  /** The ids of the chosen messages. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** The messages of the conversation that are loaded, the newest first. */
export function EvidenceList({ messages, nombre, chosen, onChange }: Props) {
  const full = chosen.length >= REPORTE_MENSAJES_MAX
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <details className="rounded-control border border-control">
      <summary className="min-h-11 cursor-pointer px-3.5 py-2.5 font-medium">{textos.mensajes}</summary>
      <fieldset className="border-t border-border px-3.5 pb-2">
        <legend className="sr-only">{textos.mensajes}</legend>
        <p className="py-2 text-sm text-muted-foreground">{textos.mensajesAyuda}</p>
        <div className="max-h-64 overflow-y-auto">
          {messages.map(({ id, own, texto, creadoEn }) => {
            const checked = chosen.includes(id)
            return (
              <label key={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
                <input
                  type="checkbox"
                  checked={checked}
                  disabled={full && !checked}
                  onChange={({ target }) => toggle(id, target.checked)}
                  className="mt-0.5 size-5 shrink-0 accent-primary"
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="text-sm text-muted-foreground">
                    {own ? textos.propio : nombre}, {fechaCorta(new Date(creadoEn))},{' '}
                    {horaDelMensaje(new Date(creadoEn))}
                  </span>
                  <span className="line-clamp-3">{texto ?? textos.imagen}</span>
                </span>
              </label>
            )
          })}
        </div>
      </fieldset>
    </details>
  )
}
