import { push } from '@maestros/dominio/avisos/textos-de-push'
import { PREGUNTA_PUSH_DIAS } from '@maestros/dominio/limites'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '#ui/elements/button.tsx'
import { ask, toast } from '#ui/toasts/toast.ts'
import { isUndecided } from './device.ts'
import { usePush } from './use-push.ts'

const { pregunta: textos } = push

const ID = 'pregunta-push'
/** The time of the last 'Ahora no'. It is not about a person: whoever uses this browser is not asked again soon. */
const POSTPONED_KEY = 'maestros-push-despues'
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Offers notifications after the person has written in a conversation, with an explanation before the browser's own
 * question. Never shown to someone who has turned them on or off here, and not for some days after 'Ahora no'. After a
 * sign-out the browser's question may be answered already.
 */
export default function PushOffer({ userId, due }: { userId: string; due: boolean }) {
  const { state, change } = usePush(userId)
  const offered = due && state === 'off' && isUndecided(userId) && !isPostponed()
  const accept = useEffectEvent(() => {
    toast.dismiss(ID)
    change(true, {
      onSuccess: (next) => {
        if (next === 'on') toast.success(textos.lista)
      },
    })
  })
  useEffect(() => {
    if (!offered) return
    ask(ID, textos.titulo, <Choice onAccept={() => accept()} />, postpone)
    // Leaving the conversation takes the offer away without an answer.
    return () => toast.dismiss(ID)
  }, [offered])
  return null
}

function Choice({ onAccept }: { onAccept: () => void }) {
  const decline = () => {
    postpone()
    toast.dismiss(ID)
  }
  return (
    <div className="grid gap-3">
      <p>{textos.texto}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onAccept}>{textos.activar}</Button>
        <Button variant="outline" onClick={decline}>
          {textos.despues}
        </Button>
      </div>
    </div>
  )
}

function isPostponed(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(POSTPONED_KEY) ?? 0) < PREGUNTA_PUSH_DIAS * DAY_MS
  } catch {
    return true
  }
}

function postpone() {
  try {
    localStorage.setItem(POSTPONED_KEY, String(Date.now()))
  } catch {
    // Storage is forbidden: the question is not shown at all then.
  }
}
