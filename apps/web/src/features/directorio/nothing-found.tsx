import type { Alternativas, Aviso } from '@maestros/contrato/directorio/alternativas'
import { resultados } from '@maestros/dominio/directorio/textos'
import { comun } from '@maestros/dominio/textos'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { RetryButton } from '#entities/state/failures.tsx'
import { refusalSentence } from '#lib/client/call-error.ts'
import { useMutation } from '#lib/client/use-mutation.ts'
import { focusHeadingAfter } from '#ui/dialogs/focus-once.ts'
import { Button, buttonClass } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { Skeleton } from '#ui/elements/skeleton.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { alternativasQuery, changeAlert } from './api/alternativas.ts'
import { EmptyToolbox } from './empty-toolbox.tsx'

const { vacio: textos } = resultados

type Choice = { alcaldia: string; oficio: string }

/** A search without results and without filters: the trade in neighbouring boroughs, and an alert. */
export function NothingFound({ choice }: { choice: Choice }) {
  const { data, errorUpdateCount, isFetching, refetch } = useQuery(alternativasQuery(choice))
  // Also while it is read again, so that the buttons keep their state and the focus.
  const failed = !data && errorUpdateCount > 0
  return (
    <>
      <Notice
        drawing={<EmptyToolbox />}
        title={textos.titulo}
        action={
          <Link className={buttonClass({ variant: 'next' })} to="/seleccion-delegacion">
            {textos.accion}
          </Link>
        }
      >
        {textos.texto}
      </Notice>
      <div className="mx-auto grid max-w-grid items-start gap-4 md:grid-cols-2">
        {data && <Neighbours cercanas={data.cercanas} oficio={choice.oficio} />}
        {failed && (
          <Card className="grid justify-items-start gap-3">
            <p role="alert">{textos.cercanasFallo}</p>
            <RetryButton variant="outline" onRetry={() => void refetch()} retrying={isFetching} />
          </Card>
        )}
        {data || failed ? (
          <Alert choice={choice} avisos={data?.avisos} />
        ) : (
          <>
            <span role="status" className="sr-only">
              {comun.cargando}
            </span>
            <Skeleton className="h-52 rounded-card" />
            <Skeleton className="h-36 rounded-card" />
          </>
        )}
      </div>
    </>
  )
}

function Neighbours({ cercanas, oficio }: Pick<Alternativas, 'cercanas'> & { oficio: string }) {
  const id = useId()
  return (
    <Card>
      <section aria-labelledby={id}>
        <h2 id={id} className="text-lg font-semibold [overflow-wrap:anywhere]">
          {textos.cercanas(oficio)}
        </h2>
        {cercanas.length === 0 && <p className="mt-1 text-muted-foreground">{textos.sinCercanas}</p>}
        <ul className="mt-2 divide-y divide-border">
          {cercanas.map(({ alcaldia, total }) => (
            // The link of React Router does not call the clean-up of a ref.
            <li key={alcaldia} ref={focusHeadingAfter}>
              {/* Results have one address: a further entry of the history would show the same list. */}
              <Link
                replace
                to={`/resultados?${new URLSearchParams({ alcaldia, oficio })}`}
                className="-mx-2 flex min-h-12 items-center gap-3 rounded-control px-2 hover:bg-muted"
              >
                <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{alcaldia}</span>
                <span className="text-muted-foreground tabular-nums">{textos.cuantos(total)}</span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted-foreground" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  )
}

/** `avisos` is undefined when the alerts could not be read: then one can still be asked for. */
function Alert({ choice, avisos }: { choice: Choice; avisos: Aviso[] | undefined }) {
  const id = useId()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: changeAlert,
    // A maestro may have been listed since the search: the list then shows them.
    onError: () => client.invalidateQueries({ queryKey: ['maestros'] }),
  })
  const isThis = (aviso: Aviso) => aviso.alcaldia === choice.alcaldia && aviso.oficio === choice.oficio
  const active = avisos ? avisos.some(isThis) : change.isSuccess && change.variables.activo
  const others = avisos?.filter((aviso) => !isThis(aviso)) ?? []
  const set = (aviso: Choice, activo: boolean) => change.isPending || change.mutate({ ...aviso, activo })
  return (
    <Card>
      <section aria-label={textos.avisame} className="grid gap-3">
        <p role="status" className="text-pretty">
          {active ? textos.avisado : textos.avisameTexto}
        </p>
        <Button
          variant={active ? 'ghost' : 'primary'}
          aria-busy={change.isPending}
          onClick={() => set(choice, !active)}
        >
          {!active && <BellRing aria-hidden />}
          {active ? textos.quitarAviso : textos.avisame}
        </Button>
        {change.isError && (
          <FieldError id={`${id}-error`}>{refusalSentence(change.error) ?? textos.avisoFallo}</FieldError>
        )}
        {others.length > 0 && (
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-medium [&::-webkit-details-marker]:hidden">
              {textos.avisos(others.length + (active ? 1 : 0))}
              <ChevronRight aria-hidden className="size-5 shrink-0 rotate-90 group-open:-rotate-90" />
            </summary>
            <ul className="divide-y divide-border">
              {others.map((aviso) => (
                <li
                  key={`${aviso.alcaldia} ${aviso.oficio}`}
                  className="flex items-center justify-between gap-3 max-[13.75rem]:flex-col max-[13.75rem]:items-end max-[13.75rem]:gap-0"
                >
                  <span className="min-w-0 py-2 [overflow-wrap:anywhere] max-[13.75rem]:w-full max-[13.75rem]:pb-0 max-[13.75rem]:text-sm">
                    {textos.aviso(aviso.oficio, aviso.alcaldia)}
                  </span>
                  <Button
                    ref={focusHeadingAfter}
                    variant="ghost"
                    aria-label={textos.quitarDe(aviso.oficio, aviso.alcaldia)}
                    onClick={() => set(aviso, false)}
                  >
                    {textos.quitar}
                  </Button>
                </li>
              ))}
            </ul>
          </details>
        )}
      </section>
    </Card>
  )
}
