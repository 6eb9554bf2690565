import { useEffect } from 'react'
import { onChange, onRejoined } from '#lib/live/live.ts'
import { readAgain } from '#lib/session/query-client.ts'

/**
 * Reads the given queries again when a review of this maestro was written, edited, answered or removed, and when live
 * events begin again after an interruption.
 */
export function useLiveResenas(maestroId: string, queryKey: readonly unknown[]) {
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    const refresh = () => void readAgain({ queryKey: JSON.parse(key) })
    const stopChanges = onChange((change) => {
      if (change.table !== 'resenas') return
      if (change.record === null || change.record.maestro_id === maestroId) refresh()
    })
    const stopJoins = onRejoined(refresh)
    return () => {
      stopChanges()
      stopJoins()
    }
  }, [maestroId, key])
}
