import { LOGIN, ONBOARDING } from '@maestros/dominio/acceso'
import { onboarding as textos } from '@maestros/dominio/textos/onboarding'
import { useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { openPhoneLink, type PhoneLinkResult } from '#lib/phone-link.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SpinnerPage } from '#ui/spinner.tsx'

/** One attempt for each token, although an effect may run twice. */
const attempts = new Map<string, Promise<PhoneLinkResult>>()

/** Where the QR code leads: signs the phone in and opens the step. */
export function ContinueOnPhone() {
  const navigate = useNavigate()
  const [hash] = useState(() => new URLSearchParams(location.hash.slice(1)))
  const [result, setResult] = useState<PhoneLinkResult | null>(null)
  const token = hash.get('enlace') ?? ''
  const paso = hash.get('paso') ?? ''

  const open = useCallback(async () => {
    const attempt = attempts.get(token) ?? openPhoneLink(token)
    attempts.set(token, attempt)
    const found = await attempt
    if (found === 'open') return navigate(`${ONBOARDING}?paso=${encodeURIComponent(paso)}`, { replace: true })
    setResult(found)
  }, [token, paso, navigate])

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

  if (result === null) return <SpinnerPage label={textos.telefono.abriendo} />
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
      title={textos.telefono.invalido}
      action={
        <Button asChild variant="outline">
          <Link to={LOGIN.maestro}>{textos.telefono.entrar}</Link>
        </Button>
      }
    >
      {textos.telefono.invalidoTexto}
    </Notice>
  )
}
