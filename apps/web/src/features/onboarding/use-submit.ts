import { ONBOARDING_REDIRECCION_MS } from '@maestros/dominio/limites'
import {
  type CampoDeOnboarding,
  campoDelRechazo,
  type ErrorDeOnboarding,
  type Onboarding,
  primerError,
} from '@maestros/dominio/onboarding/formulario'
import { esPasoConImagen, type PasoConImagen, type PasoDeBorrador } from '@maestros/dominio/onboarding/pasos'
import { erroresDeOnboarding as errores, onboarding as textos } from '@maestros/dominio/onboarding/textos'
import { comun } from '@maestros/dominio/textos'
import { useEffect, useRef, useState } from 'react'
import { CallError, isUnreachable } from '#lib/client/call-error.ts'
import { rememberPerson } from '#lib/client/stored-session.ts'
import { refreshSession } from '#lib/session/session.ts'
import { pause } from '#ui/timing/pause.ts'
import { toast } from '#ui/toasts/toast.ts'
import { requestWelcome } from './api/request-welcome.ts'
import { submitOnboarding } from './api/submit-onboarding.ts'
import { clearDraft, setStep } from './draft/store.ts'
import type { UploadStates } from './pictures/uploads.ts'
import {
  type FocusTarget,
  focusField,
  isTaken,
  picturesUnderWay,
  type ScreenName,
  screenOf,
} from './steps/screens.ts'

type Given = {
  userId: string
  form: Onboarding
  uploads: UploadStates
  /** A step that another device has changed too, and the person has not decided which value stays. */
  undecided: PasoDeBorrador | undefined
  goTo: (name: ScreenName) => void
}

/**
 * Checks the form in the specification's order, sends it, and leads to the first field that is wrong. A picture that is
 * being uploaded counts as given; the form is sent only when it has arrived, and when no step waits for a decision.
 */
export function useSubmit({ userId, form, uploads, undecided, goTo }: Given) {
  const [lastError, setError] = useState<ErrorDeOnboarding | null>(null)
  const error = lastError && isTaken(form, uploads, lastError.paso) ? null : lastError
  const [sending, setSending] = useState(false)
  const focus = useRef<FocusTarget | null>(null)

  // The field may be on a screen that is rendered only after the error was found.
  const focusWhenThere = () => {
    if (!focus.current || !document.querySelector(`[data-campo="${focus.current}"]`)) return
    focusField(focus.current)
    focus.current = null
  }
  useEffect(focusWhenThere)

  const mark = (found: ErrorDeOnboarding) => {
    focus.current = found.campo
    setError(found)
  }
  const show = (found: ErrorDeOnboarding) => {
    mark(found)
    toast.error(found.mensaje)
    goTo(screenOf(found.paso))
  }

  const waitFor = (paso: PasoDeBorrador, target: FocusTarget, text: string) => {
    focus.current = target
    toast.info(text, { id: 'falta-para-enviar' })
    goTo(screenOf(paso))
    focusWhenThere()
  }
  const waitForPicture = (paso: PasoConImagen) =>
    waitFor(paso, paso, textos.imagen.aunSube(textos.imagenes[paso].nombre))

  const submit = async () => {
    if (sending) return
    if (undecided) return waitFor(undecided, `conflicto-${undecided}`, textos.conflicto.decide)
    const underWay = picturesUnderWay(uploads)
    const found = primerError({ ...form, ...Object.fromEntries(underWay.map((paso) => [paso, paso])) })
    if (found) return show(found)
    setError(null)
    if (underWay[0]) return waitForPicture(underWay[0])
    setSending(true)
    try {
      await submitOnboarding(form)
    } catch (cause) {
      setSending(false)
      return explain(cause, (found) => {
        // A refused picture would be refused again. Without it the form asks for another one, or goes on without an optional one.
        if (esPasoConImagen(found.paso)) setStep(userId, found.paso, '')
        show(found)
      })
    }
    toast.success(textos.listo)
    requestWelcome(userId)
    await pause(ONBOARDING_REDIRECCION_MS)
    clearDraft(userId)
    // Without a network the session is what was remembered, and that must not lead back to the empty form.
    rememberPerson({ userId, role: 'maestro', perfilCompleto: true })
    // The guard then redirects to the dashboard.
    await refreshSession()
  }

  const errorOf = (campo: CampoDeOnboarding) => (error?.campo === campo ? error.mensaje : undefined)
  return { submit, sending, error, errorOf, mark, clearError: () => setError(null) }
}

function explain(cause: unknown, show: (found: ErrorDeOnboarding) => void) {
  const message = cause instanceof CallError && cause.code === 'INVALID_INPUT' ? cause.message : null
  const place = message === null ? null : campoDelRechazo(message)
  if (message !== null && place) return show({ ...place, mensaje: message })
  toast.error(message ?? errores.fallo, isUnreachable(cause) ? { description: comun.sinConexion } : {})
}
