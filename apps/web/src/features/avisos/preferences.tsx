import type { Role } from '@maestros/dominio/acceso/roles'
import type { AvisoOpcional, PreferenciasDeAvisos } from '@maestros/dominio/avisos/preferencias'
import { avisos as textos } from '@maestros/dominio/avisos/textos'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FailureNotice } from '#entities/state/failures.tsx'
import { isUnreachable } from '#lib/client/call-error.ts'
import { Card } from '#ui/elements/card.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { Switch, SwitchSkeleton } from '#ui/fields/switch.tsx'
import { preferenciasQuery, useChangePreference } from './api/preferencias.ts'

/** What a person of each role can be told about. */
const CHOICES: Record<Role, { correo: AvisoOpcional[]; push: AvisoOpcional[] }> = {
  buscador: {
    correo: ['correo_mensajes', 'correo_busquedas'],
    push: ['push_mensajes', 'push_busquedas', 'push_con_texto'],
  },
  maestro: {
    correo: ['correo_mensajes', 'correo_contacto', 'correo_resenas'],
    push: ['push_mensajes', 'push_contacto', 'push_con_texto'],
  },
}

export function Preferences({ userId, role }: { userId: string; role: Role }) {
  const saved = useQuery(preferenciasQuery(userId))
  if (saved.isError && !saved.data) {
    return (
      <FailureNotice
        title={textos.fallo}
        text={comun.sinConexion}
        onRetry={() => void saved.refetch()}
        retrying={saved.isFetching}
      />
    )
  }
  const { correo, push } = CHOICES[role]
  return (
    <>
      <p role="status" className="sr-only">
        {saved.isPending && textos.cargando}
      </p>
      <ChoiceCard {...textos.correo} userId={userId} choices={correo} saved={saved.data} />
      <ChoiceCard {...textos.push} userId={userId} choices={push} saved={saved.data} />
    </>
  )
}

type CardProps = {
  titulo: string
  texto: string
  userId: string
  choices: AvisoOpcional[]
  /** Undefined while they are read. */
  saved: PreferenciasDeAvisos | undefined
}

function ChoiceCard({ titulo, texto, userId, choices, saved }: CardProps) {
  const id = useId()
  const { change, chosen, failure } = useChangePreference(userId)
  return (
    <Card>
      <section aria-labelledby={id} className="grid gap-3">
        <div>
          <h2 id={id} className="text-lg font-semibold">
            {titulo}
          </h2>
          <p className="mt-1 text-pretty text-muted-foreground">{texto}</p>
        </div>
        <div className="grid divide-y divide-border">
          {choices.map((aviso) => {
            const texts = { label: textos.opciones[aviso].nombre, hint: textos.opciones[aviso].ayuda }
            return (
              <div key={aviso} className="py-2">
                {saved ? (
                  <Switch
                    {...texts}
                    checked={chosen[aviso]?.quiere ?? saved[aviso]}
                    onChange={({ target }) => change(aviso, target.checked)}
                  />
                ) : (
                  <SwitchSkeleton {...texts} />
                )}
              </div>
            )
          })}
        </div>
        {failure && (
          <FieldError id={`${id}-error`}>
            {isUnreachable(failure) ? comun.sinConexion : textos.sinGuardar}
          </FieldError>
        )}
      </section>
    </Card>
  )
}
