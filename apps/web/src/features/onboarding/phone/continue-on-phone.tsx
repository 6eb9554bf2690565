import { LOGIN, ONBOARDING } from '@maestros/dominio/acceso'
import { enlaceDeCuenta as preguntas } from '@maestros/dominio/textos/enlace-de-cuenta'
import { onboarding as textos } from '@maestros/dominio/textos/onboarding'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type OpenedLink, openPhoneLink, type PhoneLinkResult } from '#lib/phone-link.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SpinnerPage } from '#ui/spinner.tsx'
import { toast } from '#ui/toast.ts'

/** One attempt for each token, although an effect may run twice. */
const attempts = new Map<string, Promise<PhoneLinkResult>>()

/**
 * Where the QR code leads: shows whose account it opens, then signs the phone in and opens the step. `brokenLink` is the drawing
 * for a link that has expired.
 */
export function ContinueOnPhone({ brokenLink }: { brokenLink: ReactNode }) {
  const navigate = useNavigate()
  const [hash] = useState(() => new URLSearchParams(location.hash.slice(1)))
  const [result, setResult] = useState<PhoneLinkResult | null>(null)
  const token = hash.get('enlace') ?? ''
  const paso = hash.get('paso') ?? ''

  const open = useCallback(async () => {
    const attempt = attempts.get(token) ?? openPhoneLink(token)
    attempts.set(token, attempt)
    setResult(await attempt)
  }, [token])

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

  const accept = async (link: OpenedLink) => {
    setResult(null)
    const answer = await link.accept()
    if (answer === 'open')
      return navigate(`${ONBOARDING}?paso=${encodeURIComponent(paso)}`, { replace: true })
    if (answer === 'expired') return setResult(answer)
    // The token is used: the same session is offered again.
    toast.error(textos.telefono.sinConexion)
    setResult(link)
  }
  const refuse = async (link: OpenedLink) => {
    setResult(null)
    await link.refuse()
    await navigate(LOGIN.maestro, { replace: true })
  }

  if (result === null) return <SpinnerPage label={textos.telefono.abriendo} />
  if (typeof result === 'object') {
    return (
      <Notice
        title={preguntas.qr.titulo}
        action={
          <div className="grid gap-2">
            <Button onClick={() => void accept(result)}>{preguntas.qr.continuar}</Button>
            <Button variant="outline" onClick={() => void refuse(result)}>
              {preguntas.qr.cancelar}
            </Button>
          </div>
        }
      >
        <p className="font-medium text-foreground [overflow-wrap:anywhere]">
          {preguntas.qr.abre(result.email)}
        </p>
        <p className="mt-2 [overflow-wrap:anywhere]">{preguntas.cuidado(result.email)}</p>
      </Notice>
    )
  }
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
