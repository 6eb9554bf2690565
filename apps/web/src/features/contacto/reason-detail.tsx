import { largoDe } from '@maestros/dominio/contacto/contacto'
import { contacto } from '@maestros/dominio/contacto/textos'
import { MOTIVO_DETALLE } from '@maestros/dominio/limites'
import { useId } from 'react'
import { CharacterCount } from '#entities/fields/character-count.tsx'
import { Label } from '#ui/fields/label.tsx'
import { Textarea } from '#ui/fields/textarea.tsx'

const { motivo: textos } = contacto

export function ReasonDetail({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  const length = largoDe(value)
  const tooLong = length > MOTIVO_DETALLE.max
  return (
    <div className="mt-4 grid gap-1.5">
      <Label htmlFor={id}>{textos.detalle}</Label>
      <Textarea
        id={id}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={tooLong}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className="flex justify-between gap-4 text-sm text-muted-foreground">
        <span>{textos.detalleAyuda}</span>
        <CharacterCount length={length} max={MOTIVO_DETALLE.max} />
      </p>
    </div>
  )
}
