import type { Lado } from '@maestros/dominio/chat/lado'
import { haceCuanto } from '@maestros/dominio/fechas'
import { COPIA_ANTIGUA_MS } from '@maestros/dominio/limites'
import { aplicacion } from '@maestros/dominio/textos-de-aplicacion'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { chatsQuery } from './api/get-chats.ts'

const REFRESH_MS = 30_000

/** Says how old the list is when it was restored from the device, or could not be read for a while. */
export function InboxAge({ side }: { side: Lado }) {
  const { dataUpdatedAt } = useQuery({ ...chatsQuery(side), enabled: false })
  const now = useNow()
  const old = dataUpdatedAt > 0 && now - dataUpdatedAt > COPIA_ANTIGUA_MS
  return (
    <p role="status" className="text-sm text-muted-foreground">
      {old && <span className="block pt-1">{aplicacion.actualizado(haceCuanto(dataUpdatedAt, now))}</span>}
    </p>
  )
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
