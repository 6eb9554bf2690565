import { type Trozo, trozosDe } from '@maestros/dominio/chat/enlaces'
import { memo, useState } from 'react'
import { lazyComponent, PendingMark } from '#ui/timing/lazy-component.tsx'
import { useContactUnlocked } from '../api/contact-access.ts'

const LeaveDialog = lazyComponent(() => import('./leave-dialog.tsx'), PendingMark)

type Props = {
  contenido: string
  /** A message that was blocked stays plain text. */
  plain: boolean
}

/** The text of a message. Links and telephone numbers in it can be tapped once the contact is unlocked. */
export const MessageText = memo(function MessageText({ contenido, plain }: Props) {
  const trozos = trozosDe(contenido)
  const linked = !plain && trozos.some(({ tipo }) => tipo !== 'texto')
  return (
    <span data-texto className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {linked ? <Linked contenido={contenido} trozos={trozos} /> : contenido}
    </span>
  )
})

function Linked({ contenido, trozos }: { contenido: string; trozos: Trozo[] }) {
  const unlocked = useContactUnlocked()
  if (!unlocked) return contenido
  return trozos.map((trozo, at) => {
    const key = `${at} ${trozo.texto}`
    if (trozo.tipo === 'texto') return trozo.texto
    if (trozo.tipo === 'telefono') {
      return (
        <a key={key} href={trozo.href} className={link}>
          {trozo.texto}
        </a>
      )
    }
    return <OutsideLink key={key} {...trozo} />
  })
}

/** The page that is opened gets neither our address nor access to this window. */
const REL = 'noopener noreferrer nofollow'
const link = 'font-medium text-primary underline underline-offset-2'

function OutsideLink({ texto, href }: { texto: string; href: string }) {
  const [leaving, setLeaving] = useState(false)
  const inside = new URL(href).origin === location.origin
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel={REL}
        className={link}
        onClick={(event) => {
          if (inside) return
          event.preventDefault()
          setLeaving(true)
        }}
      >
        {texto}
      </a>
      {leaving && <LeaveDialog href={href} rel={REL} onClose={() => setLeaving(false)} />}
    </>
  )
}
