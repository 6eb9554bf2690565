import { type ComponentProps, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '../elements/button.tsx'
import { takeOver } from './early-submit.ts'

type Props = Omit<ComponentProps<'form'>, 'method' | 'action' | 'ref'> & {
  /** The texts for a form that was submitted before the application runs. */
  early: { waiting: string; stuck: string; reload: string }
}

/**
 * The only form element of the app; the linter refuses any other. A submit before hydration waits for it (see
 * early-submit.ts). Without any script the form is posted, so that no field gets into an address.
 */
export function Form({ early, children, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  useLayoutEffect(() => {
    if (form.current) takeOver(form.current)
  }, [])

  return (
    // The inline script may have set attributes that were not rendered.
    <form {...props} ref={form} method="post" suppressHydrationWarning>
      {children}
      {!hydrated && (
        <div role="status" className="contents">
          <p className="early-waiting text-center text-muted-foreground">{early.waiting}</p>
          <div className="early-stuck grid justify-items-center gap-2 text-center text-pretty">
            <p className="text-destructive">{early.stuck}</p>
            <Button variant="outline" data-reload>
              {early.reload}
            </Button>
          </div>
        </div>
      )}
    </form>
  )
}

const neverChanges = () => () => {}
