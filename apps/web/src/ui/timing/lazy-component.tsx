import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { savesData, settledAndIdle } from './idle.ts'
import { usePendingMark } from './pressed.ts'

const RETRY_MS = 2000

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/**
 * Like React.lazy, for parts that a screen does not need at once. A chunk that fails to load is requested again, where
 * React.lazy would show an error instead of the whole screen. `Meanwhile` is shown until it is there.
 */
export function lazyComponent<P extends object>(
  load: Load<P>,
  Meanwhile: (props: P) => ReactNode = () => null,
) {
  let ready: ComponentType<P> | undefined
  return function LazyComponent(props: P) {
    const [Loaded, setLoaded] = useState(() => ready)
    useEffect(() => {
      if (Loaded) return
      let gone = false
      let retry: ReturnType<typeof setTimeout> | undefined
      const attempt = () => {
        load().then(
          (module) => {
            ready = module.default
            if (!gone) setLoaded(() => module.default)
          },
          () => {
            if (!gone) retry = setTimeout(attempt, RETRY_MS)
          },
        )
      }
      attempt()
      return () => {
        gone = true
        clearTimeout(retry)
      }
    }, [Loaded])
    return Loaded ? <Loaded {...props} /> : <Meanwhile {...props} />
  }
}

/** A part that nobody waits for: its code is downloaded after the first screen. */
export const idleComponent = <P extends object>(load: Load<P>) =>
  lazyComponent(async () => {
    await settledAndIdle()
    return load()
  })

/**
 * A dialog whose code is downloaded while the page is idle, so that it opens at once. When it is opened before that, the
 * control that was pressed is marked until the dialog is there.
 */
export function lazyDialog<P extends { open: boolean }>(load: Load<P>) {
  const Dialog = lazyComponent(load, ({ open }: P) => open && <PendingMark />)
  return function LazyDialog(props: P) {
    const { open } = props
    const [wanted, setWanted] = useState(open)
    if (open && !wanted) setWanted(true)
    useEffect(() => {
      if (wanted || savesData()) return
      let gone = false
      void settledAndIdle().then(() => gone || setWanted(true))
      return () => {
        gone = true
      }
    }, [wanted])
    return wanted && <Dialog {...props} />
  }
}

/** Marks the control that was pressed: for what is loaded only then. */
export function PendingMark() {
  usePendingMark(true)
  return null
}
