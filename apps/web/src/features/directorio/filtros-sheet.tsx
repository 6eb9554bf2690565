import {
  CALIFICACIONES_MINIMAS,
  countFiltros,
  type Filtros,
  ORDENES,
  SIN_FILTROS,
} from '@maestros/dominio/directorio/filtros'
import { resultados } from '@maestros/dominio/directorio/textos'
import { ETIQUETAS, NIVELES, type Nivel } from '@maestros/dominio/resenas/reputacion'
import { comun } from '@maestros/dominio/textos'
import { type ReactNode, useState } from 'react'
import { Sheet, SheetContent } from '#ui/dialogs/sheet.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Form } from '#ui/fields/form.tsx'
import { useMaestros } from './use-maestros.ts'

const { filtros: textos, vacio } = resultados

type Draft = {
  choice: { alcaldia: string; oficio: string }
  filtros: Filtros
  onApply: (filtros: Filtros) => void
}
type Props = Draft & { open: boolean; onOpenChange: (open: boolean) => void }

/** Loaded after the screen (see filtros-button.tsx). */
export default function FiltrosSheet({ open, onOpenChange, ...draft }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent title={textos.boton} closeLabel={comun.cerrar} className="flex flex-col sm:w-96">
        <DraftForm {...draft} />
      </SheetContent>
    </Sheet>
  )
}

/** The filters that are not applied yet, with the number of results. It loads the filtered list, which is then shown at once. */
function DraftForm({ choice, filtros: current, onApply }: Draft) {
  const [filtros, setFiltros] = useState(current)
  const { total, failed, outdated } = useMaestros({ ...choice, filtros })
  const change = (part: Partial<Filtros>) => setFiltros((before) => ({ ...before, ...part }))
  const toggleNivel = (nivel: Nivel) =>
    change({
      niveles: filtros.niveles.includes(nivel)
        ? filtros.niveles.filter((one) => one !== nivel)
        : [...filtros.niveles, nivel],
    })

  return (
    <Form
      early={comun.formulario}
      className="flex grow flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(filtros)
      }}
    >
      <div className="mt-3 grid gap-5 pb-5">
        <FilterOption
          type="checkbox"
          label={textos.verificados}
          hint={textos.verificadosAyuda}
          checked={filtros.verificados}
          onChange={() => change({ verificados: !filtros.verificados })}
        />
        <FilterOption
          type="checkbox"
          label={textos.disponibles}
          hint={textos.disponiblesAyuda}
          checked={filtros.disponibles}
          onChange={() => change({ disponibles: !filtros.disponibles })}
        />
        <FilterGroup title={textos.calificacion}>
          {[null, ...CALIFICACIONES_MINIMAS].map((minima) => (
            <FilterOption
              key={minima}
              type="radio"
              name="calificacion_minima"
              label={minima === null ? textos.cualquiera : textos.desde[minima]}
              checked={filtros.calificacionMinima === minima}
              onChange={() => change({ calificacionMinima: minima })}
            />
          ))}
        </FilterGroup>
        <FilterGroup title={textos.nivel}>
          {NIVELES.map((nivel) => (
            <FilterOption
              key={nivel}
              type="checkbox"
              label={ETIQUETAS[nivel]}
              checked={filtros.niveles.includes(nivel)}
              onChange={() => toggleNivel(nivel)}
            />
          ))}
        </FilterGroup>
        <FilterGroup title={textos.orden}>
          {ORDENES.map((orden) => (
            <FilterOption
              key={orden}
              type="radio"
              name="orden"
              label={textos.ordenar[orden]}
              checked={filtros.orden === orden}
              onChange={() => change({ orden })}
            />
          ))}
        </FilterGroup>
      </div>
      <div className="sticky -bottom-4 -mx-4 mt-auto -mb-4 grid gap-1 border-t border-border bg-card p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {total === 0 && countFiltros(filtros) > 0 && (
          <p className="mb-2 text-sm text-pretty text-muted-foreground">{vacio.conFiltros}</p>
        )}
        <Button type="submit" variant="next" size="large" aria-busy={outdated}>
          <span aria-live="polite">
            {failed || total === undefined ? textos.verSinTotal : textos.ver(total)}
          </span>
        </Button>
        <Button variant="ghost" onClick={() => setFiltros(SIN_FILTROS)}>
          {textos.quitar}
        </Button>
      </div>
    </Form>
  )
}

function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

type OptionProps = {
  type: 'checkbox' | 'radio'
  name?: string
  label: string
  hint?: string
  checked: boolean
  onChange: () => void
}

/** A native control whose whole line is the touch target. */
function FilterOption({ label, hint, ...input }: OptionProps) {
  return (
    <label className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-muted">
      <input {...input} className="size-5 shrink-0 accent-primary" />
      <span className="grid">
        {label}
        {hint && <span className="text-sm text-muted-foreground">{hint}</span>}
      </span>
    </label>
  )
}
