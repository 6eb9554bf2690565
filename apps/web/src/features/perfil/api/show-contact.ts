import type { ChatCambiado } from '@maestros/contrato/vivo'
import { useEffect } from 'react'
import { onChange, onRejoined } from '#lib/live/live.ts'
import { queryClient, readAgain, UNLOCK } from '#lib/session/query-client.ts'
import { getSession } from '#lib/session/session-state.ts'
import { perfilQuery, type ReceivedProfile } from './maestro-profile.ts'

export type OpenContact = { apellido: string; telefono: string }

/** The contact data in a profile; null while they are locked. */
export const contactIn = ({
  contacto_desbloqueado,
  apellido,
  telefono,
}: ReceivedProfile): OpenContact | null => (contacto_desbloqueado && telefono ? { apellido, telefono } : null)

/** Whether the seeker may have a review of this maestro. A block by the maestro hides the contact, not the own review. */
export const mayHaveReview = (profile: ReceivedProfile): boolean =>
  profile.contacto_pedido || contactIn(profile) !== null

/**
 * Shows a contact that was just unlocked in the loaded profile, and reads the profile again: the phones of its references
 * are unlocked too.
 */
export function showContact(id: string, { apellido, telefono, chat_id }: OpenContact & { chat_id: string }) {
  const { queryKey } = perfilQuery(id)
  queryClient.setQueryData(
    queryKey,
    (data) => data && { ...data, apellido, telefono, contacto_desbloqueado: true },
  )
  unlockedHere.add(chat_id)
  void refresh()
}

/** The chats whose contact this tab has unlocked: it has read the profile since. */
const unlockedHere = new Set<string>()

/** Resolves when no contact is being unlocked in this tab. */
const unlockSettled = () =>
  new Promise<void>((resolve) => {
    const isUnderWay = () => queryClient.isMutating({ mutationKey: UNLOCK }) > 0
    if (!isUnderWay()) return resolve()
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (isUnderWay()) return
      stop()
      resolve()
    })
  })

/** Whether a read waits for a call that unlocks a contact. Its live events may come before its answer: they are one read. */
let waiting = false

async function refresh() {
  if (waiting) return
  waiting = true
  await unlockSettled()
  waiting = false
  await readAgain({ queryKey: ['perfil'] })
}

/**
 * Whether a change of the chat with this maestro may show or hide the contact: a block by the maestro hides it. The event
 * does not say who made the block, so the profile is read again.
 */
function mayChangeContact({ maestro_id, bloqueado_en }: ChatCambiado): boolean {
  const profile = queryClient.getQueryData(perfilQuery(maestro_id).queryKey)
  return profile !== undefined && profile.contacto_desbloqueado === (bloqueado_en !== null)
}

/**
 * Reads the profile again when its contact is unlocked in another tab or on another device of this person, when a block
 * may have hidden it, and when live events may have been missed.
 */
export function useLivePerfil() {
  useEffect(() => {
    /** The chats whose last event was without a block. Every message of such a chat is a change of it too. */
    const open = new Set<string>()
    /** In a blocked chat nobody writes, and a second block changes nothing of it: each of its events may be a block. */
    const mayBeBlock = ({ id, bloqueado_en }: ChatCambiado) => {
      const isOpen = bloqueado_en === null
      const wasOpen = open.has(id)
      if (isOpen) open.add(id)
      else open.delete(id)
      return !(isOpen && wasOpen)
    }
    const ends = [
      onRejoined(() => {
        open.clear()
        void refresh()
      }),
      onChange(({ table, record }) => {
        if (table === 'chats' && record && mayBeBlock(record) && mayChangeContact(record)) void refresh()
        if (table !== 'mensajes' || record?.tipo !== 'contacto' || unlockedHere.has(record.chat_id)) return
        const session = getSession()
        if (session.status === 'signed-in' && session.userId === record.autor_id) void refresh()
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [])
}
