import { LOGIN, ONBOARDING } from '@maestros/dominio/acceso/roles'
import { onboarding as textos } from '@maestros/dominio/onboarding/textos'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { openPhoneLink, type PhoneLinkResult } from '#lib/session/links/phone-link.ts'
import { Button, buttonClass } from '#ui/elements/button.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { SpinnerPage } from '#ui/elements/spinner.tsx'

/** One attempt for each token, although an effect may run twice. */
const attempts = new Map<string, Promise<PhoneLinkResult>>()

/**
 * Where the QR code leads: redeems its token and opens the step, where the person sees whose account it is (lib/session/links/open-link.ts).
 * `brokenLink` is the drawing for a link that has expired.
 */
export function ContinueOnPhone({ brokenLink }: { brokenLink: ReactNode }) {
  const [hash] = useState(() => new URLSearchParams(location.hash.slice(1)))
  const [result, setResult] = useState<PhoneLinkResult | null>(null)
  const token = hash.get('enlace') ?? ''
  const paso = hash.get('paso') ?? ''

  const open = useCallback(async () => {
    const path = `${ONBOARDING}?paso=${encodeURIComponent(paso)}`
    const attempt = attempts.get(token) ?? openPhoneLink(token, path)
    attempts.set(token, attempt)
    setResult(await attempt)
  }, [token, paso])

  useEffect(() => {
    // The token leaves the address and the history before anything else happens.
    history.replaceState(history.state, '', location.pathname)
    if (token === '') setResult('expired')
    else void open()
  }, [token, open])

  const again = () => {
    setResult(null)
    attempts.delete(token)
    void open()
  }

  if (result === null || result === 'opened') return <SpinnerPage label={textos.telefono.abriendo} />
  if (result === 'unreachable') {
    return (
      <Notice
        title={textos.telefono.sinConexion}
        action={<Button onClick={again}>{textos.imagen.reintentar}</Button>}
      />
    )
  }
  return (
    <Notice
      drawing={brokenLink}
      title={textos.telefono.invalido}
      action={
        <Link className={buttonClass({ variant: 'outline' })} to={LOGIN.maestro}>
          {textos.telefono.entrar}
        </Link>
      }
    >
      {textos.telefono.invalidoTexto}
    </Notice>
  )
}
