import type { NivelDeOperador } from '@maestros/dominio/operacion/operadores'
import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import {
  AlignJustify,
  DoorOpen,
  FileCheck,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  MessageSquareWarning,
  ScrollText,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { signOutOperator } from '#lib/session/operator/operator-session.ts'
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '#ui/dialogs/sheet.tsx'

const { menu } = operacion

type Item = { label: string; to: string; icon: LucideIcon; nivel?: NivelDeOperador }

const ITEMS: readonly Item[] = [
  { label: menu.inicio, to: '/operacion', icon: LayoutDashboard },
  { label: menu.verificaciones, to: '/operacion/verificaciones', icon: FileCheck },
  { label: menu.solicitudes, to: '/operacion/solicitudes', icon: LifeBuoy },
  { label: menu.reportes, to: '/operacion/reportes', icon: MessageSquareWarning },
  { label: menu.cuentas, to: '/operacion/cuentas', icon: Users },
  { label: menu.auditoria, to: '/operacion/auditoria', icon: ScrollText, nivel: 'responsable' },
]

const itemClass =
  'flex min-h-11 w-full items-center gap-2.5 rounded-control px-3 text-left font-medium hover:bg-muted lg:whitespace-nowrap aria-[current=page]:bg-primary-tint aria-[current=page]:text-primary'

type Props = { nivel: NivelDeOperador; brand: ReactNode }

/** The navigation of the console. */
export function ConsoleHeader({ nivel, brand }: Props) {
  return (
    <>
      <div aria-hidden className="h-16" />
      <header data-keep-clear className="fixed inset-x-0 top-0 z-30 h-16 border-b border-border bg-card">
        <div className="mx-auto flex h-full max-w-grid items-center justify-between gap-2 px-4 sm:gap-4">
          <NavLink to="/operacion" end className="flex min-h-11 min-w-0 items-center rounded-control">
            {brand}
          </NavLink>
          <nav aria-label={menu.nombre} className="hidden xl:block">
            <Items nivel={nivel} className="flex items-center" />
          </nav>
          <Sheet>
            <SheetTrigger
              aria-label={menu.abrir}
              data-keep-clear
              className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-muted xl:hidden"
            >
              <AlignJustify aria-hidden className="size-6" />
            </SheetTrigger>
            <SheetContent title={operacion.consola} closeLabel={comun.cerrar}>
              <nav aria-label={menu.nombre} className="mt-2">
                <Items nivel={nivel} className="grid gap-1" wrap />
              </nav>
            </SheetContent>
          </Sheet>
        </div>
      </header>
    </>
  )
}

type ItemsProps = {
  nivel: NivelDeOperador
  className: string
  /** In the sheet, which a choice closes. */
  wrap?: boolean
}

function Items({ nivel, className, wrap = false }: ItemsProps) {
  const wrapped = (node: ReactNode) => (wrap ? <SheetClose asChild>{node}</SheetClose> : node)
  return (
    <ul className={className}>
      {ITEMS.filter((item) => item.nivel === undefined || item.nivel === nivel).map(
        ({ label, to, icon: Icon }) => (
          <li key={to}>
            {wrapped(
              <NavLink to={to} end={to === '/operacion'} className={itemClass}>
                <Icon aria-hidden className="size-5 shrink-0 xl:hidden" />
                {label}
              </NavLink>,
            )}
          </li>
        ),
      )}
      <li>
        <button type="button" onClick={() => void signOutOperator()} className={itemClass}>
          <DoorOpen aria-hidden className="size-5 shrink-0 xl:hidden" />
          {menu.cerrarSesion}
        </button>
      </li>
    </ul>
  )
}
