import type { ChatCambiado } from '@maestros/contrato/vivo'
import { useEffect } from 'react'
import { onChange, onRejoined } from '#lib/live.ts'
import { queryClient, readAgain } from '#lib/query-client.ts'
import { getSession } from '#lib/session.ts'
import { perfilQuery, type ReceivedProfile } from './maestro-profile.ts'

export type OpenContact = { apellido: string; telefono: string }

/** The contact data in a profile; null while they are locked. */
export const contactIn = ({
  contacto_desbloqueado,
  apellido,
  telefono,
}: ReceivedProfile): OpenContact | null => (contacto_desbloqueado && telefono ? { apellido, telefono } : null)

/**
 * Shows a contact that was just unlocked in the loaded profile, and reads the profile again: the phones of its references
 * are unlocked too.
 */
export function showContact(id: string, { apellido, telefono }: OpenContact) {
  const { queryKey } = perfilQuery(id)
  queryClient.setQueryData(
    queryKey,
    (data) => data && { ...data, apellido, telefono, contacto_desbloqueado: true },
  )
  void queryClient.invalidateQueries({ queryKey })
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
    const refresh = () => void readAgain({ queryKey: ['perfil'] })
    /** Whether each chat was blocked in its last event. Every message of a chat is a change of it too. */
    const blocked = new Map<string, boolean>()
    const isNew = ({ id, bloqueado_en }: ChatCambiado) => {
      const before = blocked.get(id)
      blocked.set(id, bloqueado_en !== null)
      return before !== blocked.get(id)
    }
    const ends = [
      onRejoined(() => {
        blocked.clear()
        refresh()
      }),
      onChange(({ table, record }) => {
        if (table === 'chats' && record && isNew(record) && mayChangeContact(record)) refresh()
        if (table !== 'mensajes' || record?.tipo !== 'contacto') return
        const session = getSession()
        if (session.status === 'signed-in' && session.userId === record.autor_id) refresh()
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [])
}
