import { onboarding as textos } from '@maestros/dominio/onboarding/textos'
import { comun } from '@maestros/dominio/textos'
import { type ComponentType, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cn, LINK } from '#ui/class-names.ts'
import { Card } from '#ui/elements/card.tsx'
import { ConflictNotices } from '../conflict-notice.tsx'
import { unsavedStep } from '../draft/merge.ts'
import { useDraft, useSyncState } from '../draft/store.ts'
import type { UploadStates } from '../pictures/uploads.ts'
import { AlcaldiasStep, OficiosStep } from './choice-steps.tsx'
import { IneStep, SelfieStep } from './picture-steps.tsx'
import { ReviewStep } from './review-step.tsx'
import { SCREENS, type ScreenName, screenOf, stepsOf } from './screens.ts'
import type { StepProps } from './step-props.ts'
import { DatosStep, DescripcionStep, IdentidadStep, ReferenciasStep } from './text-steps.tsx'

const BODIES: Record<Exclude<ScreenName, 'revisar'>, ComponentType<StepProps>> = {
  datos: DatosStep,
  oficios: OficiosStep,
  alcaldias: AlcaldiasStep,
  selfie: SelfieStep,
  descripcion: DescripcionStep,
  referencias: ReferenciasStep,
  identidad: IdentidadStep,
  ine: IneStep,
}

/** The privacy notice is linked where a person gives these data. */
const WITH_SENSITIVE_DATA: ReadonlySet<ScreenName> = new Set(['selfie', 'identidad', 'ine'])

/** Another step begins at its top, and its heading has the focus, so that a screen reader reads it. */
function useHeadingFocus(current: ScreenName) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [current])
  return heading
}

type OneStepProps = {
  current: ScreenName
  /** Opens a screen from the review. */
  onOpen: (name: ScreenName) => void
  uploads: UploadStates
  props: StepProps
}

/** One step, for a phone. */
export function OneStep({ current, onOpen, uploads, props }: OneStepProps) {
  const heading = useHeadingFocus(current)
  const at = SCREENS.indexOf(current) + 1
  const { titulo, ayuda } = textos.pasos[current]
  return (
    <>
      <div className="flex items-baseline justify-between gap-4 text-sm text-muted-foreground">
        <p className="font-medium min-[18.75rem]:shrink-0">{textos.progreso(at, SCREENS.length)}</p>
        <SyncLine userId={props.userId} />
      </div>
      <progress
        aria-label={textos.progreso(at, SCREENS.length)}
        value={at}
        max={SCREENS.length}
        className="progress mt-2 h-1.5 w-full overflow-hidden rounded-full"
      />
      <h1 ref={heading} tabIndex={-1} className="mt-5 text-2xl font-semibold outline-none">
        {titulo}
      </h1>
      <p className="mt-1 mb-6 text-muted-foreground text-pretty">{ayuda}</p>
      <ConflictNotices userId={props.userId} pasos={stepsOf(current)} />
      {current === 'revisar' ? (
        <ReviewStep form={props.form} uploads={uploads} onOpen={onOpen} />
      ) : (
        <Body name={current} {...props} />
      )}
    </>
  )
}

function Body({ name, ...props }: StepProps & { name: Exclude<ScreenName, 'revisar'> }) {
  const Step = BODIES[name]
  return (
    <>
      <Step {...props} />
      {WITH_SENSITIVE_DATA.has(name) && (
        <p className="mt-5 text-sm text-muted-foreground">
          {comun.pie.cuidado}{' '}
          <Link
            to="/acuerdo-de-privacidad"
            className={cn(LINK, 'tap-target inline-block py-2.5 font-medium')}
          >
            {comun.pie.privacidad}
          </Link>
        </p>
      )}
    </>
  )
}

/** All steps on one page. */
export function AllSteps({ props }: { props: StepProps }) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <h1 className="text-2xl font-semibold">{textos.titulo}</h1>
        <SyncLine userId={props.userId} />
      </div>
      <p className="mt-1 mb-6 text-muted-foreground text-pretty">{textos.entrada}</p>
      <div className="grid gap-5">
        {SCREENS.map((name) => {
          if (name === 'revisar') return null
          const { titulo, ayuda } = textos.pasos[name]
          return (
            <Card key={name} id={`paso-${name}`} className="scroll-mt-20">
              <h2 className="text-xl font-semibold">{titulo}</h2>
              <p className="mt-1 mb-5 text-muted-foreground text-pretty">{ayuda}</p>
              <ConflictNotices userId={props.userId} pasos={stepsOf(name)} />
              <Body name={name} {...props} />
            </Card>
          )
        })}
      </div>
    </>
  )
}

function SyncLine({ userId }: { userId: string }) {
  const { sync } = useSyncState()
  const unsaved = unsavedStep(useDraft(userId))
  const { guardando, enEsteDispositivo, sinGuardar } = textos.guardado
  const guardado = unsaved ? sinGuardar(textos.pasos[screenOf(unsaved)].titulo) : textos.guardado.guardado
  return (
    <p role="status" className="text-right text-sm text-muted-foreground">
      {{ guardando, guardado, local: enEsteDispositivo }[sync]}
    </p>
  )
}
