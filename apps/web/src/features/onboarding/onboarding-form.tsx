import { comun } from '@maestros/dominio/textos/comun'
import { onboarding as textos } from '@maestros/dominio/textos/onboarding'
import { type ComponentType, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useIsMobile, useIsNarrow } from '#lib/media.ts'
import { refreshSession } from '#lib/session.ts'
import { BottomBar } from '#ui/bottom-bar.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { SpinnerPage } from '#ui/spinner.tsx'
import { ConflictNotices } from './conflict-notice.tsx'
import { formOf, undecidedStep } from './draft/merge.ts'
import { setStep, startSync, useDraft, useSyncState } from './draft/store.ts'
import { resumePictures, type UploadStates, useUploadStates } from './pictures/uploads.ts'
import { AlcaldiasStep, OficiosStep } from './steps/choice-steps.tsx'
import { IneStep, SelfieStep } from './steps/picture-steps.tsx'
import { ReviewStep } from './steps/review-step.tsx'
import { firstOpen, SCREENS, type ScreenName, screenOf, stepsOf } from './steps/screens.ts'
import type { StepProps } from './steps/step-props.ts'
import { DatosStep, DescripcionStep, IdentidadStep, ReferenciasStep } from './steps/text-steps.tsx'
import { useSubmit } from './use-submit.ts'

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

/** The onboarding: one step at a time on a phone, all of them on one page on a wider screen. */
export function OnboardingForm({ userId }: { userId: string }) {
  const draft = useDraft(userId)
  const form = useMemo(() => formOf(draft), [draft])
  const { loaded, complete } = useSyncState()
  const narrow = useIsNarrow()
  const mobile = useIsMobile()
  const { current, goTo } = useCurrentScreen(firstOpen(form), narrow)
  const uploads = useUploadStates()
  const { submit, sending, errorOf, clearError } = useSubmit({
    ...{ userId, form, uploads },
    goTo: (name) => narrow && goTo(name),
  })

  useEffect(() => {
    void resumePictures(userId)
    return startSync(userId)
  }, [userId])
  // Finished on another device. A submit of this one refreshes the session itself.
  useEffect(() => {
    if (complete && !sending) void refreshSession()
  }, [complete, sending])

  const nothingYet = Object.keys(draft).length === 0 && !loaded
  if (nothingYet) return <SpinnerPage label={textos.cargando} />

  const props: StepProps = {
    userId,
    form,
    mobile,
    errorOf,
    set: (paso, valor) => {
      clearError()
      setStep(userId, paso, valor)
    },
  }
  const next = SCREENS[SCREENS.indexOf(current) + 1]
  const last = !narrow || next === undefined
  return (
    <Form
      early={comun.formulario}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (last) void submit()
        else goTo(next)
      }}
    >
      {narrow ? (
        <OneStep current={current} goTo={goTo} uploads={uploads} props={props} />
      ) : (
        <AllSteps props={props} />
      )}
      <Actions current={current} narrow={narrow} last={last} sending={sending} goTo={goTo} />
    </Form>
  )
}

/** The screen in the address, so that the browser's back button goes to the one before. */
function useCurrentScreen(initial: ScreenName, narrow: boolean) {
  const [params, setParams] = useSearchParams()
  const named = params.get('paso')
  const current = SCREENS.find((name) => name === named) ?? initial
  const missing = narrow && named !== current
  useEffect(() => {
    if (missing) setParams({ paso: current }, { replace: true })
  }, [missing, current, setParams])
  const goTo = (name: ScreenName) => {
    if (name !== current) setParams({ paso: name })
  }
  return { current, goTo }
}

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
  goTo: (name: ScreenName) => void
  uploads: UploadStates
  props: StepProps
}

function OneStep({ current, goTo, uploads, props }: OneStepProps) {
  const heading = useHeadingFocus(current)
  const at = SCREENS.indexOf(current) + 1
  const { titulo, ayuda } = textos.pasos[current]
  return (
    <>
      <div className="flex items-baseline justify-between gap-4 text-sm text-muted-foreground">
        <p className="font-medium">{textos.progreso(at, SCREENS.length)}</p>
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
        <ReviewStep form={props.form} uploads={uploads} onOpen={goTo} />
      ) : (
        <Body name={current} {...props} />
      )}
    </>
  )
}

function Body({ name, ...props }: StepProps & { name: Exclude<ScreenName, 'revisar'> }) {
  const Step = BODIES[name]
  return <Step {...props} />
}

function AllSteps({ props }: { props: StepProps }) {
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
  const undecided = undecidedStep(useDraft(userId))
  const { guardando, enEsteEquipo, sinGuardar } = textos.guardado
  const guardado = undecided ? sinGuardar(textos.pasos[screenOf(undecided)].titulo) : textos.guardado.guardado
  return (
    <p role="status" className="text-right text-sm text-muted-foreground">
      {{ guardando, guardado, local: enEsteEquipo }[sync]}
    </p>
  )
}

type ActionsProps = {
  current: ScreenName
  narrow: boolean
  last: boolean
  sending: boolean
  goTo: (name: ScreenName) => void
}

function Actions({ current, narrow, last, sending, goTo }: ActionsProps) {
  const before = narrow ? SCREENS[SCREENS.indexOf(current) - 1] : undefined
  return (
    <BottomBar>
      <div className="flex gap-3">
        {before && (
          <Button variant="outline" size="large" onClick={() => goTo(before)}>
            {textos.atras}
          </Button>
        )}
        <Button type="submit" variant="next" size="large" className="grow" disabled={sending}>
          {last ? (sending ? textos.enviando : textos.enviar) : textos.siguiente}
        </Button>
      </div>
    </BottomBar>
  )
}
