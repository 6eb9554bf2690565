import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onChange, onRejoined } from '#lib/live.ts'

/**
 * Reads the given queries again when a review of this maestro was written, edited, answered or removed, and when live
 * events begin again after an interruption.
 */
export function useLiveResenas(maestroId: string, queryKey: readonly unknown[]) {
  const client = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: JSON.parse(key) })
    const stopChanges = onChange((change) => {
      if (change.table !== 'resenas') return
      if (change.record === null || change.record.maestro_id === maestroId) refresh()
    })
    const stopJoins = onRejoined(refresh)
    return () => {
      stopChanges()
      stopJoins()
    }
  }, [client, maestroId, key])
}
