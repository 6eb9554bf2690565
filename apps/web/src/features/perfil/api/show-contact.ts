import { useEffect } from 'react'
import { onChange, onRejoined } from '#lib/live.ts'
import { queryClient } from '#lib/query-client.ts'
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
 * Reads the profile again when its contact is unlocked in another tab or on another device of this person, and when live
 * events may have been missed.
 */
export function useLivePerfil() {
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: ['perfil'] })
    const ends = [
      onRejoined(refresh),
      onChange(({ table, record }) => {
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
