import { onboarding as textos } from '@maestros/dominio/onboarding/textos'
import { useEffect, useState } from 'react'
import { Button } from '#ui/elements/button.tsx'
import { Skeleton } from '#ui/elements/skeleton.tsx'
import { lazyComponent } from '#ui/timing/lazy-component.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { makePhoneLink } from '../api/make-phone-link.ts'
import { syncDraft } from '../draft/store.ts'

const QrCode = lazyComponent(
  () => import('./qr-code.tsx'),
  () => <Skeleton className="size-56" />,
)

const POLL_MS = 3000
/** After the link has expired: a phone that has used it may still be filling the form. */
const SLOW_POLL_MS = 15_000

type Link = { url: string; seconds: number }

type Props = {
  userId: string
  paso: string
  /** The name of the picture, which changes when the phone has uploaded it. */
  done: string
}

/** On a desktop: the code that opens a step on the phone. The page then follows what the phone does. */
export function PhonePanel({ userId, paso, done }: Props) {
  const [link, setLink] = useState<Link | 'vencido' | null>(null)
  const [making, setMaking] = useState(false)
  const [pollMs, setPollMs] = useState<number | null>(null)
  const [before, setBefore] = useState(done)
  // The phone has finished: the code is not needed any more.
  if (before !== done) {
    setBefore(done)
    setLink(null)
  }
  const make = async () => {
    if (making) return
    setMaking(true)
    try {
      setLink(await makePhoneLink(paso))
      setPollMs(POLL_MS)
    } catch {
      toast.error(textos.telefono.fallo)
    } finally {
      setMaking(false)
    }
  }

  // Also after the first picture: the phone may take others, or submit the form.
  useEffect(() => {
    if (pollMs === null) return
    const poll = setInterval(() => {
      if (document.visibilityState === 'visible') void syncDraft(userId)
    }, pollMs)
    return () => clearInterval(poll)
  }, [pollMs, userId])

  useEffect(() => {
    if (link === null || link === 'vencido') return
    const end = setTimeout(() => {
      setLink('vencido')
      setPollMs(SLOW_POLL_MS)
    }, link.seconds * 1000)
    return () => clearTimeout(end)
  }, [link])

  if (link === null || link === 'vencido') {
    return (
      <div className="grid justify-items-start gap-3">
        {link === 'vencido' && <p>{textos.telefono.vencido}</p>}
        <Button variant="outline" aria-busy={making} onClick={() => void make()}>
          {link === null ? textos.telefono.mostrar : textos.telefono.otro}
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-5 sm:grid-cols-[auto_1fr] sm:items-center">
      <QrCode text={link.url} />
      <div className="grid gap-2">
        <p ref={focusIfLost} tabIndex={-1} className="font-medium outline-none">
          {textos.telefono.pasos}
        </p>
        <p className="text-sm text-muted-foreground">{textos.telefono.vence}</p>
        <p role="status" className="text-sm text-muted-foreground">
          {textos.telefono.esperando}
        </p>
      </div>
    </div>
  )
}

/** The QR code replaces the button that had the focus, so the text beside the code gets it. */
const focusIfLost = (text: HTMLElement | null) => {
  if (document.activeElement === document.body) text?.focus()
}
