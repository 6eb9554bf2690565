import type { PantallaDeOperacion } from '@maestros/dominio/operacion/operadores'
import { operacion } from '@maestros/dominio/operacion/textos'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Audit } from '#features/operacion/audit.tsx'
import { AccountById, Accounts } from '#features/operacion/cuentas/accounts.tsx'
import { Home } from '#features/operacion/home.tsx'
import { Report } from '#features/operacion/reportes/report.tsx'
import { Reports } from '#features/operacion/reportes/reports.tsx'
import { Request } from '#features/operacion/solicitudes/request.tsx'
import { Requests } from '#features/operacion/solicitudes/requests.tsx'
import { Dossier } from '#features/operacion/verificaciones/dossier.tsx'
import { VerificationQueue } from '#features/operacion/verificaciones/verification-queue.tsx'

/**
 * The screens of the console by their addresses below /operacion. They are not in the route table, because every page of the product
 * loads that table.
 */

interface ConsoleScreen {
  titulo: string
  /** What ':id' of the address must look like, where the screen needs a number. */
  id?: RegExp
  show(id: string): ReactNode
}

const CONSOLE_SCREENS: Record<PantallaDeOperacion, ConsoleScreen> = {
  '': { titulo: operacion.inicio.titulo, show: () => <Home /> },
  verificaciones: { titulo: operacion.verificaciones.titulo, show: () => <VerificationQueue /> },
  'verificaciones/:id': {
    titulo: operacion.expediente.titulo,
    show: (id) => <Dossier key={id} maestroId={id} />,
  },
  solicitudes: { titulo: operacion.solicitudes.titulo, show: () => <RequestsOfAddress /> },
  'solicitudes/:id': { titulo: operacion.solicitud.titulo, show: (id) => <Request key={id} id={id} /> },
  reportes: { titulo: operacion.reportes.titulo, show: () => <ReportsOfAddress /> },
  'reportes/:id': {
    titulo: operacion.reporte.titulo,
    id: /^\d{1,15}$/,
    show: (id) => <Report key={id} id={Number(id)} />,
  },
  cuentas: { titulo: operacion.cuentas.titulo, show: () => <Accounts /> },
  'cuentas/:id': { titulo: operacion.cuenta.titulo, show: (id) => <AccountById key={id} id={id} /> },
  auditoria: { titulo: operacion.auditoria.titulo, show: () => <AuditOfAddress /> },
}

const isScreen = (path: string): path is PantallaDeOperacion => Object.hasOwn(CONSOLE_SCREENS, path)

/** The screen at an address below /operacion; null when there is none. */
export function consoleScreenAt(path: string): { titulo: string; content: ReactNode } | null {
  const [section = '', id, ...rest] = path.split('/').filter((part) => part !== '')
  const name = id === undefined ? section : `${section}/:id`
  if (rest.length > 0 || !isScreen(name)) return null
  const { titulo, id: form, show } = CONSOLE_SCREENS[name]
  if (id !== undefined && form && !form.test(id)) return null
  return { titulo, content: show(id ?? '') }
}

function RequestsOfAddress() {
  const [search] = useSearchParams()
  return <Requests cuales={search.get('cuales') === 'todas' ? 'todas' : 'abiertas'} />
}

function ReportsOfAddress() {
  const [search] = useSearchParams()
  return <Reports cuales={search.get('cuales') === 'todos' ? 'todos' : 'abiertos'} />
}

function AuditOfAddress() {
  const [search] = useSearchParams()
  const cuenta = search.get('cuenta')
  return <Audit key={cuenta} cuentaId={cuenta} />
}
