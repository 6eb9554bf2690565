import { fechaCorta } from '@maestros/dominio/fechas'
import { perfil } from '@maestros/dominio/perfil/textos'
import { ESTRELLAS } from '@maestros/dominio/resenas/reputacion'
import { resenas } from '@maestros/dominio/resenas/textos'
import { CircleCheck, CircleSlash, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Stars } from '#ui/elements/stars.tsx'
import type { ShownResena } from './api/resenas.ts'

const { lista: textos, fotos: textosDeFotos } = resenas

type Props = {
  resena: ShownResena
  onOpenPhoto: (address: string) => void
  /** The form by which the maestro answers, in the place of an answer. */
  answer?: ReactNode
}

export function ReviewItem({ resena, onOpenPhoto, answer }: Props) {
  const { usuario, puntuacion, comentario, creado_en, editado_en, respuesta, fotos } = resena
  return (
    <li tabIndex={-1} className="py-4 [overflow-wrap:anywhere] last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-medium">{usuario}</p>
        {creado_en && (
          <p className="text-sm text-muted-foreground">
            <time dateTime={creado_en}>{fechaCorta(new Date(creado_en))}</time>
            {editado_en && ` · ${textos.editada}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="inline-flex items-center gap-1.5">
          <Stars filled={puntuacion} of={ESTRELLAS} label={perfil.resenas.puntuacion(puntuacion)} />
          <span aria-hidden className="text-sm text-muted-foreground tabular-nums">
            {perfil.resenas.puntuacion(puntuacion)}
          </span>
        </span>
        <WorkDone done={resena.trabajo_realizado} />
        {!resena.contada && (
          <p className="flex items-center gap-1 text-sm text-muted-foreground">
            <Hourglass aria-hidden className="size-4" />
            {textos.sinContar}
          </p>
        )}
      </div>
      <p className="mt-1 whitespace-pre-line text-pretty">{comentario}</p>
      {fotos.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          {fotos.map((address, index) => (
            <button
              key={address}
              type="button"
              aria-label={textosDeFotos.abrir(index + 1, usuario)}
              onClick={() => onOpenPhoto(address)}
              className="size-24 overflow-hidden rounded-control bg-skeleton sm:size-28"
            >
              <img
                src={smallOf(address)}
                alt={textosDeFotos.foto(index + 1)}
                loading="lazy"
                decoding="async"
                className="size-full object-cover"
              />
            </button>
          ))}
        </div>
      )}
      {respuesta ? (
        <div className="mt-3 rounded-control bg-muted p-3">
          <p className="text-sm font-medium">{perfil.resenas.respuesta}</p>
          <p className="whitespace-pre-line text-pretty">{respuesta}</p>
        </div>
      ) : (
        answer
      )}
    </li>
  )
}

function WorkDone({ done }: { done: boolean | null }) {
  if (done === null) return null
  const Icon = done ? CircleCheck : CircleSlash
  return (
    <p className="flex items-center gap-1 text-sm text-muted-foreground">
      <Icon aria-hidden className={done ? 'size-4 text-verified' : 'size-4'} />
      {done ? textos.trabajoRealizado : textos.trabajoNoRealizado}
    </p>
  )
}

/** The one small size that the server keeps of each picture (apps/server/src/protocol/storage/pictures/transform.ts). */
const smallOf = (address: string) =>
  `${address.replace('/object/public/', '/render/image/public/')}?width=480&height=480&resize=contain`
