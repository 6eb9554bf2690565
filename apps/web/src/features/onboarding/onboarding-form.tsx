import { onboarding as textos } from '@maestros/dominio/onboarding/textos'
import { comun } from '@maestros/dominio/textos'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { hasStrings } from '#lib/device/has-strings.ts'
import { useIsMobile, useIsNarrow } from '#lib/device/media-queries.ts'
import { refreshSession } from '#lib/session/session.ts'
import { BottomBar } from '#ui/elements/bottom-bar.tsx'
import { Button } from '#ui/elements/button.tsx'
import { SpinnerPage } from '#ui/elements/spinner.tsx'
import { Form } from '#ui/fields/form.tsx'
import { formOf, undecidedStep } from './draft/merge.ts'
import { clearDraft, setStep, startSync, useDraft, useSyncState } from './draft/store.ts'
import { forgetAllPending } from './pictures/pending-store.ts'
import { resumePictures, useUploadStates } from './pictures/uploads.ts'
import { errorInAnswers, firstOpen, SCREENS, type ScreenName, screenOf } from './steps/screens.ts'
import type { StepProps } from './steps/step-props.ts'
import { AllSteps, OneStep } from './steps/step-views.tsx'
import { useSubmit } from './use-submit.ts'

/** The onboarding: one step at a time on a phone, all of them on one page on a wider screen. */
export function OnboardingForm({ userId }: { userId: string }) {
  const draft = useDraft(userId)
  const form = useMemo(() => formOf(draft), [draft])
  const { loaded, complete } = useSyncState()
  const narrow = useIsNarrow()
  const mobile = useIsMobile()
  const nothingYet = Object.keys(draft).length === 0 && !loaded
  const { current, fromReview, goTo } = useCurrentScreen(firstOpen(form), narrow && !nothingYet)
  const openFromReview = (name: ScreenName) => goTo(name, { fromReview: true })
  const uploads = useUploadStates()
  const { submit, sending, error, errorOf, mark, clearError } = useSubmit({
    ...{ userId, form, uploads, undecided: undecidedStep(draft) },
    goTo: (name) => narrow && openFromReview(name),
  })

  useEffect(() => {
    void resumePictures(userId)
    return startSync(userId)
  }, [userId])
  // Finished on another device. A submit of this one clears the draft and refreshes the session itself.
  useEffect(() => {
    if (!complete || sending) return
    clearDraft(userId)
    void forgetAllPending(userId)
    void refreshSession()
  }, [complete, sending, userId])

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
  const next = fromReview ? 'revisar' : SCREENS[SCREENS.indexOf(current) + 1]
  const last = !narrow || next === undefined
  const onward = fromReview ? textos.aRevisar : textos.siguiente
  // An answer that breaks a rule is explained once. Then the person may leave it for later.
  const explained = error !== null && screenOf(error.paso) === current
  const goOn = (to: ScreenName) => {
    const found = explained ? null : errorInAnswers(form, current)
    if (found) mark(found)
    else goTo(to)
  }
  return (
    <Form
      early={comun.formulario}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (last) void submit()
        else goOn(next)
      }}
    >
      {narrow ? (
        <OneStep current={current} onOpen={openFromReview} uploads={uploads} props={props} />
      ) : (
        <AllSteps props={props} />
      )}
      <Actions
        before={narrow && !fromReview ? SCREENS[SCREENS.indexOf(current) - 1] : undefined}
        label={last ? textos.enviar : explained ? textos.despues : onward}
        sending={sending}
        goTo={goTo}
      />
    </Form>
  )
}

/**
 * The screen in the address, so that the browser's back button goes to the one before. `written`: whether the address must name
 * it. `fromReview`: it was opened from the review, and leads back there; the history keeps that.
 */
function useCurrentScreen(initial: ScreenName, written: boolean) {
  const [params, setParams] = useSearchParams()
  const { key, state } = useLocation()
  const [opened, setOpened] = useState<{ key: string; name: ScreenName }>()
  const named = params.get('paso')
  const unnamed = opened?.key === key ? opened.name : initial
  const current = SCREENS.find((name) => name === named) ?? unnamed
  const missing = written && named !== current
  // An answer that is given before the address names the screen may complete it. The screen stays.
  if (missing && opened?.key !== key) setOpened({ key, name: current })
  useEffect(() => {
    if (missing) setParams({ paso: current }, { replace: true })
  }, [missing, current, setParams])
  const goTo = (name: ScreenName, { fromReview = false } = {}) => {
    if (name !== current) setParams({ paso: name }, { state: fromReview ? { desde: 'revisar' } : null })
  }
  return { current, fromReview: hasStrings(state, 'desde') && state.desde === 'revisar', goTo }
}

type ActionsProps = {
  before: ScreenName | undefined
  label: string
  sending: boolean
  goTo: (name: ScreenName) => void
}

function Actions({ before, label, sending, goTo }: ActionsProps) {
  return (
    <BottomBar>
      <div className="flex gap-3">
        {before && (
          <Button variant="outline" size="large" className="shrink-0" onClick={() => goTo(before)}>
            {textos.atras}
          </Button>
        )}
        <Button type="submit" variant="next" size="large" className="grow" aria-busy={sending}>
          {sending ? textos.enviando : label}
        </Button>
      </div>
    </BottomBar>
  )
}
