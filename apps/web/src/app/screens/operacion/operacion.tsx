import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import { QueryClientProvider } from '@tanstack/react-query'
import { type MetaFunction, useParams } from 'react-router'
import { operatorQueries } from '#features/operacion/api/queries.ts'
import NotFound from '../not-found.tsx'
import { ConsoleAccess } from './console-access.tsx'
import { ConsoleLayout } from './console-layout.tsx'
import { consoleScreenAt } from './console-screens.tsx'

/** Below /operacion: where the access link of an operator leads. */
const ACCESS = 'acceso'

export const meta: MetaFunction = ({ params }) => {
  const path = params['*'] ?? ''
  const { titulo } = (path === ACCESS ? operacion.acceso : consoleScreenAt(path)) ?? operacion.inicio
  return [
    { title: `${titulo} · ${operacion.consola} · ${comun.producto}` },
    { name: 'robots', content: 'noindex' },
  ]
}

/** The operators' console. */
export default function Operacion() {
  const { '*': path = '' } = useParams()
  return (
    <QueryClientProvider client={operatorQueries}>
      {path === ACCESS ? (
        <ConsoleAccess />
      ) : (
        <ConsoleLayout>{consoleScreenAt(path)?.content ?? <NotFound />}</ConsoleLayout>
      )}
    </QueryClientProvider>
  )
}
