import { testEmail } from '@maestros/dominio/paginas/textos-de-test-email'
import { comun } from '@maestros/dominio/textos'
import { useEffect, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { WelcomeForm } from '#features/paginas/welcome-form.tsx'
import { getClient } from '#lib/client/client.ts'
import { Button } from '#ui/elements/button.tsx'
import { Spinner } from '#ui/elements/spinner.tsx'

export const meta: MetaFunction = () => [
  { title: `${testEmail.title} · ${comun.producto}` },
  { name: 'robots', content: 'noindex' },
]

type State = 'loading' | 'failed' | 'production' | 'open'

/** For developers, outside production. In English, as the specification says. */
export default function TestEmail() {
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    if (state !== 'loading') return
    getClient().then(
      ({ production }) => setState(production ? 'production' : 'open'),
      () => setState('failed'),
    )
  }, [state])
  return (
    <main lang="en" className="mx-auto grid max-w-reading gap-4 px-4 pt-6 pb-10">
      <header>
        <h1 className="text-2xl font-semibold">{testEmail.title}</h1>
        <p className="mt-1 text-pretty text-muted-foreground">
          {state === 'production' ? testEmail.production : testEmail.intro}
        </p>
      </header>
      {state === 'loading' && <Spinner label={testEmail.loading} className="size-6" />}
      {state === 'failed' && (
        <div className="grid justify-items-start gap-3">
          <p role="alert">{testEmail.offline}</p>
          <Button variant="outline" onClick={() => setState('loading')}>
            {testEmail.retry}
          </Button>
        </div>
      )}
      {state === 'open' && (
        <>
          <WelcomeForm of="maestro" />
          <WelcomeForm of="buscador" />
        </>
      )}
    </main>
  )
}
