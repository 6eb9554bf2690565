import { useEffect } from 'react'
import { onChange, onRejoined } from '#lib/live/live.ts'
import { readAgain } from '#lib/session/query-client.ts'
import { panelQuery } from './panel-maestro.ts'

/** Reads the dashboard again when a seeker requests the contact, and when live events may have been missed. */
export function useLivePanel() {
  useEffect(() => {
    const refresh = () => void readAgain({ queryKey: panelQuery.queryKey })
    const ends = [
      onRejoined(refresh),
      onChange(({ table, record }) => {
        if (table === 'mensajes' && (record === null || record.tipo === 'contacto')) refresh()
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [])
}
