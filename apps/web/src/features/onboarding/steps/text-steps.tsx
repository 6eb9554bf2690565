import { largoDe } from '@maestros/dominio/contacto/contacto'
import { CURP_LARGO, DESCRIPCION, DOMICILIO, REFERENCIA_DESCRIPCION_MAX } from '@maestros/dominio/limites'
import { type CampoDeOnboarding, digitosDeReferencia } from '@maestros/dominio/onboarding/formulario'
import { avisosDeCurp, onboarding as textos } from '@maestros/dominio/onboarding/textos'
import { avisoDeCurp, normalizarCurp } from '@maestros/dominio/verificacion/curp'
import { CharacterCount } from '#entities/fields/character-count.tsx'
import { DatosFields } from '#entities/fields/datos-fields.tsx'
import { TextField } from '#entities/fields/text-field.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Textarea } from '#ui/fields/textarea.tsx'
import type { StepProps } from './step-props.ts'

const { campos } = textos

export function DatosStep({ form, set, errorOf }: StepProps) {
  return <DatosFields datos={form.datos} onChange={(datos) => set('datos', datos)} errorOf={errorOf} />
}

export function DescripcionStep({ form, set, errorOf }: StepProps) {
  return (
    <LongText
      campo="descripcion"
      label={campos.descripcion}
      hint={campos.descripcionAyuda}
      rows={8}
      max={DESCRIPCION.max}
      value={form.descripcion}
      error={errorOf('descripcion')}
      onText={(text) => set('descripcion', text)}
    />
  )
}

type LongProps = {
  campo: CampoDeOnboarding
  label: string
  rows: number
  max: number
  value: string
  error: string | undefined
  hint?: string
  onText: (text: string) => void
}

function LongText({ campo, label, rows, max, value, error, hint, onText }: LongProps) {
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      aside={<CharacterCount length={largoDe(value)} max={max} />}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={rows}
          name={campo}
          data-campo={campo}
          value={value}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  )
}

export function ReferenciasStep(props: StepProps) {
  return (
    <div className="grid gap-8">
      <Referencia {...props} numero={1} />
      <Referencia {...props} numero={2} />
    </div>
  )
}

function Referencia({ numero, form, set, errorOf }: StepProps & { numero: 1 | 2 }) {
  const paso = `referencia${numero}` as const
  const one = form[paso]
  const change = (part: Partial<typeof one>) => set(paso, { ...one, ...part })
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 text-lg font-semibold">{campos.referencia(numero)}</legend>
      <TextField
        campo={`${paso}_nombre_cliente`}
        label={campos.nombre_cliente}
        value={one.nombre_cliente}
        error={errorOf(`${paso}_nombre_cliente`)}
        onText={(nombre_cliente) => change({ nombre_cliente })}
        autoComplete="off"
      />
      <LongText
        campo={`${paso}_descripcion_trabajo`}
        label={campos.descripcion_trabajo}
        rows={3}
        max={REFERENCIA_DESCRIPCION_MAX}
        value={one.descripcion_trabajo}
        error={errorOf(`${paso}_descripcion_trabajo`)}
        onText={(descripcion_trabajo) => change({ descripcion_trabajo })}
      />
      <TextField
        campo={`${paso}_numero_referencia`}
        label={campos.numero_referencia}
        hint={campos.numeroAyuda}
        value={one.numero_referencia}
        error={errorOf(`${paso}_numero_referencia`)}
        onText={(text) => change({ numero_referencia: digitosDeReferencia(text) })}
        type="tel"
        inputMode="numeric"
        autoComplete="off"
      />
    </fieldset>
  )
}

export function IdentidadStep({ form, set, errorOf }: StepProps) {
  const curp = normalizarCurp(form.curp)
  const aviso = curp.length === CURP_LARGO && /^[A-Z0-9]+$/.test(curp) ? avisoDeCurp(curp) : null
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <TextField
          campo="curp"
          label={campos.curp}
          hint={campos.curpAyuda}
          value={form.curp}
          error={errorOf('curp')}
          // Kept as it is typed: a changed value would move the caret to the end.
          onText={(text) => set('curp', text)}
          className="uppercase"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        {aviso && (
          <p role="status" className="rounded-control bg-tint-luz px-3.5 py-2.5 text-sm text-ink-luz">
            {avisosDeCurp[aviso]}
          </p>
        )}
      </div>
      <LongText
        campo="domicilio"
        label={campos.domicilio}
        hint={campos.domicilioAyuda}
        rows={3}
        max={DOMICILIO.max}
        value={form.domicilio}
        error={errorOf('domicilio')}
        onText={(text) => set('domicilio', text)}
      />
    </div>
  )
}
