import type { NombreDeBuscador } from '@maestros/dominio/acceso/formulario-de-registro'
import { misDatos } from '@maestros/dominio/cuenta/textos'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { ownPersonQuery, wholeName } from '#entities/person/own-person.ts'
import { RetryButton } from '#entities/state/failures.tsx'
import { isUnreachable, refusalSentence } from '#lib/client/call-error.ts'
import { DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { DialogCard } from '#ui/dialogs/dialog-card.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Spinner } from '#ui/elements/spinner.tsx'
import { Form } from '#ui/fields/form.tsx'
import { useMounted } from '#ui/timing/use-mounted.ts'
import { toast } from '#ui/toasts/toast.ts'
import { lazyRules, useRulesWhenLive } from './forms/lazy-rules.ts'
import { NameFields } from './forms/name-fields.tsx'
import { useForm } from './forms/use-form.ts'
import { useSaveName } from './save-name.ts'

const { nombre: textos } = misDatos
const rules = lazyRules(({ name }) => name)

/** Changes the name of the seeker who is signed in. Maestros change theirs in their profile. */
export function ChangeNameCard({ userId }: { userId: string }) {
  const own = useQuery(ownPersonQuery(userId))
  return (
    <DialogCard
      title={textos.titulo}
      value={own.data ? wholeName(own.data) : own.isError ? textos.sinLeer : ''}
      text={textos.texto}
      button={textos.abrir}
      closeLabel={comun.cerrar}
    >
      {(close) => (
        <div className="grid gap-4">
          <div>
            <DialogTitle>{textos.abrir}</DialogTitle>
            <DialogDescription>{textos.dialogo}</DialogDescription>
          </div>
          {own.data ? (
            <ChangeNameForm userId={userId} initial={own.data} onSaved={close} />
          ) : own.isError ? (
            <div className="grid justify-items-start gap-3">
              <p role="alert">{textos.sinLeer}</p>
              <RetryButton onRetry={() => void own.refetch()} retrying={own.isFetching} />
            </div>
          ) : (
            <Spinner label={comun.cargando} className="size-6" />
          )}
        </div>
      )}
    </DialogCard>
  )
}

/** The rules could not be loaded: without a network. */
const onUnchecked = () => toast.error(comun.sinConexion)

type FormProps = { userId: string; initial: NombreDeBuscador; onSaved: () => void }

function ChangeNameForm({ userId, initial: { nombre, apellido }, onSaved }: FormProps) {
  useRulesWhenLive()
  const mounted = useMounted()
  const save = useSaveName({
    userId,
    onSaved: () => toast.success(textos.cambiado),
    onFailed: (cause) => {
      if (!mounted.current) toast.error(sentenceOf(cause))
    },
  })
  const { register, onSubmit, errors } = useForm({
    rules,
    initial: { nombre, apellido },
  })
  const submit = onSubmit(async (names) => {
    if (save.isPending) return
    save.mutate(names, { onSuccess: onSaved })
  }, onUnchecked)
  const failure = save.error && sentenceOf(save.error)
  return (
    <Form early={comun.formulario} noValidate onSubmit={submit} className="grid gap-4">
      <NameFields register={register} errors={errors} />
      {failure && (
        <p role="alert" className="text-destructive">
          {failure}
        </p>
      )}
      <Button type="submit" variant="next" size="large" aria-busy={save.isPending}>
        {save.isPending ? textos.guardando : textos.guardar}
      </Button>
    </Form>
  )
}

const sentenceOf = (cause: unknown): string =>
  refusalSentence(cause) ?? (isUnreachable(cause) ? comun.sinConexion : textos.fallo)
