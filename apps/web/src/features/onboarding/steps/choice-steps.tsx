import type { Eleccion } from '@maestros/contrato/maestro/guardar-elecciones'
import { onboarding as textos } from '@maestros/dominio/onboarding/textos'
import { CataloguePicker } from '#entities/catalogue/catalogue-picker.tsx'
import type { StepProps } from './step-props.ts'

const { elegir, pasos } = textos
const SEARCH: Record<Eleccion, string> = { oficios: elegir.buscarOficio, alcaldias: elegir.buscarAlcaldia }

export const OficiosStep = (props: StepProps) => <ChoiceStep tipo="oficios" {...props} />
export const AlcaldiasStep = (props: StepProps) => <ChoiceStep tipo="alcaldias" {...props} />

function ChoiceStep({ tipo, form, set, errorOf }: StepProps & { tipo: Eleccion }) {
  return (
    <div data-campo={tipo}>
      <CataloguePicker
        tipo={tipo}
        textos={{ lista: pasos[tipo].titulo, elegidos: elegir.elegidos, buscar: SEARCH[tipo] }}
        chosen={form[tipo]}
        onChange={(chosen) => set(tipo, chosen)}
        error={errorOf(tipo)}
      />
    </div>
  )
}
