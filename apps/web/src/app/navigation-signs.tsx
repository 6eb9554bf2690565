import { comun } from '@maestros/dominio/textos/comun'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useLayer } from '#ui/layers.ts'
import { usePendingMark } from '#ui/pressed.ts'
import { NoNetwork, useWaitingForCode } from './waiting-for-network.tsx'

/** A screen that takes longer than this shows a progress bar. */
const PROGRESS_AFTER_MS = 300

/** What is shown from a tap until its screen is there. */
export function NavigationSigns() {
  const loading = useNavigation().state === 'loading'
  const waiting = useWaitingForCode()
  usePendingMark(loading)
  if (!loading) return null
  return waiting ? <WaitingForNetwork /> : <ProgressBar />
}

function ProgressBar() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PROGRESS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return late && <div role="progressbar" aria-label={comun.cargando} className="navigation-progress" />
}

/** Covers the screen that one comes from, which stays as it is below. */
function WaitingForNetwork() {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  // Another navigation, to where one is, cancels the one that waits.
  const stay = () =>
    void navigate({ pathname, search, hash }, { replace: true, state, preventScrollReset: true })
  useLayer(true, stay)
  return (
    <div className="fixed inset-0 z-60 overflow-y-auto">
      <NoNetwork>
        <Button variant="outline" onClick={stay}>
          {comun.sinRed.volver}
        </Button>
      </NoNetwork>
    </div>
  )
}
