import { ALCALDIAS_POR_MAESTRO_MAX, OFICIOS_POR_MAESTRO_MAX } from '@maestros/dominio/limites'
import { onboarding as textos } from '@maestros/dominio/textos/onboarding'
import { useQuery } from '@tanstack/react-query'
import { alcaldiasQuery } from '#entities/catalogue/alcaldias.ts'
import { ChoicePicker } from '#entities/catalogue/choice-picker.tsx'
import { oficiosQuery } from '#entities/catalogue/oficios.ts'
import type { StepProps } from './step-props.ts'

const { elegir, pasos } = textos

export function OficiosStep({ form, set, errorOf }: StepProps) {
  const { data, isError, refetch } = useQuery(oficiosQuery)
  return (
    <div data-campo="oficios">
      <ChoicePicker
        textos={{ lista: pasos.oficios.titulo, elegidos: elegir.elegidos, buscar: elegir.buscarOficio }}
        options={data?.map(({ nombre }) => nombre)}
        failed={isError}
        onRetry={() => void refetch()}
        chosen={form.oficios}
        onChange={(chosen) => set('oficios', chosen)}
        max={OFICIOS_POR_MAESTRO_MAX}
        error={errorOf('oficios')}
      />
    </div>
  )
}

export function AlcaldiasStep({ form, set, errorOf }: StepProps) {
  const { data, isError, refetch } = useQuery(alcaldiasQuery)
  return (
    <div data-campo="alcaldias">
      <ChoicePicker
        textos={{ lista: pasos.alcaldias.titulo, elegidos: elegir.elegidos, buscar: elegir.buscarAlcaldia }}
        options={data?.map(({ nombre }) => nombre)}
        failed={isError}
        onRetry={() => void refetch()}
        chosen={form.alcaldias}
        onChange={(chosen) => set('alcaldias', chosen)}
        max={ALCALDIAS_POR_MAESTRO_MAX}
        error={errorOf('alcaldias')}
      />
    </div>
  )
}
