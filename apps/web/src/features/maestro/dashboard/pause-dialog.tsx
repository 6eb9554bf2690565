import {
  diaDentroDe,
  esFinDePausa,
  PAUSA_DIAS,
  PAUSAS_SUGERIDAS,
} from '@maestros/dominio/maestro/disponibilidad'
import { panel } from '@maestros/dominio/maestro/textos-de-panel'
import { comun } from '@maestros/dominio/textos'
import { useRef, useState } from 'react'
import { useMutation } from '#lib/client/use-mutation.ts'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { Input } from '#ui/fields/input.tsx'
import { useMounted } from '#ui/timing/use-mounted.ts'
import { toast } from '#ui/toasts/toast.ts'
import { changeAvailability } from './api/availability.ts'

const { disponibilidad: textos } = panel

/** The length that is chosen when the dialog opens. */
const DEFAULT_DAYS = 7

type Props = { open: boolean; current: string | null; onClose: () => void }

export function PauseDialog({ open, current, onClose }: Props) {
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()}>
      {open && (
        <DialogContent closeLabel={comun.cerrar}>
          <PauseForm current={current} onDone={onClose} />
        </DialogContent>
      )}
    </Dialog>
  )
}

function PauseForm({ current, onDone }: { current: string | null; onDone: () => void }) {
  const [now] = useState(() => new Date())
  const [hasta, setHasta] = useState(current ?? diaDentroDe(DEFAULT_DAYS, now))
  const [submitted, setSubmitted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const mounted = useMounted()
  const save = useMutation({
    mutationFn: changeAvailability,
    onError: () => {
      if (!mounted.current) toast.error(textos.fallo)
    },
  })
  const valid = esFinDePausa(hasta, now)
  const error =
    submitted && !valid
      ? textos.fueraDeRango
      : save.isError && save.variables.hasta === hasta
        ? textos.fallo
        : undefined

  return (
    <Form
      early={comun.formulario}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (!valid) field.current?.focus()
        // Only while the form is open: the dialog may have been closed and opened again before the answer comes.
        else if (!save.isPending) save.mutate({ estado: 'pausa', hasta }, { onSuccess: onDone })
      }}
    >
      <DialogTitle>{textos.pausarTitulo}</DialogTitle>
      <DialogDescription className="text-pretty">{textos.pausarTexto}</DialogDescription>
      <div className="mt-4 grid gap-4">
        <Field label={textos.hasta} error={error}>
          {(control) => (
            <Input
              {...control}
              ref={field}
              type="date"
              min={diaDentroDe(PAUSA_DIAS.min, now)}
              max={diaDentroDe(PAUSA_DIAS.max, now)}
              value={hasta}
              onChange={(event) => setHasta(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          {PAUSAS_SUGERIDAS.map((dias) => {
            const dia = diaDentroDe(dias, now)
            return (
              <Button
                key={dias}
                variant="outline"
                aria-pressed={hasta === dia}
                className="aria-pressed:border-primary aria-pressed:bg-primary-tint"
                onClick={() => setHasta(dia)}
              >
                {textos.sugerida(dias)}
              </Button>
            )
          })}
        </div>
      </div>
      <div className="mt-5 grid gap-3 min-[18.75rem]:grid-cols-2">
        <Button variant="outline" onClick={onDone}>
          {textos.cancelar}
        </Button>
        <Button type="submit" aria-disabled={save.isPending}>
          {save.isPending ? textos.guardando : textos.confirmar}
        </Button>
      </div>
    </Form>
  )
}
