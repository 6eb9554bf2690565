import type { Eleccion } from '@maestros/contrato/maestro/guardar-elecciones'
import { elecciones } from '@maestros/dominio/directorio/textos-de-elecciones'
import { ALCALDIAS_POR_MAESTRO_MAX, OFICIOS_POR_MAESTRO_MAX } from '@maestros/dominio/limites'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { alcaldiasQuery, oficiosQuery } from './catalogue-query.ts'
import { ChoicePicker } from './choice-picker.tsx'

const MAXIMUM: Record<Eleccion, number> = {
  oficios: OFICIOS_POR_MAESTRO_MAX,
  alcaldias: ALCALDIAS_POR_MAESTRO_MAX,
}

type Props = { tipo: Eleccion } & Pick<
  ComponentProps<typeof ChoicePicker>,
  'textos' | 'chosen' | 'onChange' | 'error'
>

/** Seekers choose from one list at a time and read which one failed; a maestro chooses from both, and reads one sentence. */
const meta = { aviso: elecciones.fallo }

/** The trades or the boroughs of a maestro, from the active catalogue. */
export function CataloguePicker({ tipo, ...props }: Props) {
  const oficios = useQuery({ ...oficiosQuery, meta, enabled: tipo === 'oficios' })
  const alcaldias = useQuery({ ...alcaldiasQuery, meta, enabled: tipo === 'alcaldias' })
  const catalogue = tipo === 'oficios' ? oficios : alcaldias
  return (
    <ChoicePicker
      {...props}
      options={catalogue.data?.map(({ nombre }) => nombre)}
      failed={catalogue.isError}
      onRetry={() => void catalogue.refetch()}
      max={MAXIMUM[tipo]}
    />
  )
}
