import { comun } from '@maestros/dominio/textos'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useLayer } from '#ui/dialogs/layers.ts'
import { Button } from '#ui/elements/button.tsx'
import { usePendingMark } from '#ui/timing/pressed.ts'
import { NoNetwork, useWaitingForCode } from './waiting-for-network.tsx'

/** A screen that takes longer than this shows a progress bar. */
const PROGRESS_AFTER_MS = 300

/** What is shown from a tap until its screen is rendered. */
export function NavigationProgress() {
  const loading = useNavigation().state === 'loading'
  const waiting = useWaitingForCode()
  usePendingMark(loading)
  if (!loading) return null
  return waiting ? <WaitingForNetwork /> : <ProgressBar />
}

function ProgressBar() {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), PROGRESS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return visible && <div role="progressbar" aria-label={comun.cargando} className="navigation-progress" />
}

/** Covers the previous screen, which stays mounted. */
function WaitingForNetwork() {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  // A navigation to the current address cancels the pending one.
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
