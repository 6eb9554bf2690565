import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. The browser lays out the paper as soon as the event has been handled. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', start)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', start)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
