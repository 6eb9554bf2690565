import type { Role } from '@maestros/dominio/acceso/roles'
import { cuantos, type SinEnviar } from '@maestros/dominio/acceso/textos-de-salir'
import type { Lado } from '@maestros/dominio/chat/lado'
import { comun } from '@maestros/dominio/textos'
import { CircleHelp, House, LogOut, Menu, MessageCircle, Search, User } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link, NavLink, useNavigate } from 'react-router'
import { useLiveChats } from '#features/chat/api/live-chats.ts'
import { useNoLeidos } from '#features/chat/api/no-leidos.ts'
import { countPending } from '#features/chat/count-pending.ts'
import { UnreadBadge } from '#features/chat/unread-badge.tsx'
import { countUnsent } from '#features/onboarding/count-unsent.ts'
import { getSession } from '#lib/session/session-state.ts'
import { signOut } from '#lib/session/sign-in-and-out.ts'
import { cn } from '#ui/class-names.ts'
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '#ui/dialogs/sheet.tsx'
import { SignOutDialog } from '../access/sign-out-dialog.tsx'
import { Brand } from './drawings.tsx'
import { useTitleCount } from './title-count.ts'

const { menu } = comun

/** An item without `to` is shown disabled (a seeker's own profile). */
type Item = { label: string; icon: ComponentType<{ className?: string }>; to?: string }

const ITEMS: Record<Role, Item[]> = {
  buscador: [
    { label: menu.nuevaBusqueda, icon: Search, to: '/' },
    { label: menu.chats, icon: MessageCircle, to: '/chats' },
    { label: menu.perfil, icon: User },
    { label: menu.ayuda, icon: CircleHelp, to: '/ayuda' },
  ],
  maestro: [
    { label: menu.dashboard, icon: House, to: '/dashboard-maestro' },
    { label: menu.chats, icon: MessageCircle, to: '/chat-maestro' },
    { label: menu.perfil, icon: User, to: '/perfil-maestro' },
    { label: menu.ayuda, icon: CircleHelp, to: '/ayuda' },
  ],
}

const itemClass =
  'flex min-h-11 w-full items-center gap-2.5 rounded-control px-3 text-left font-medium hover:bg-muted md:whitespace-nowrap aria-[current=page]:bg-primary-tint aria-[current=page]:text-primary'

// On a tablet the labels alone fill the row.
const iconClass = 'size-5 shrink-0 md:max-lg:hidden'

type Props = { role: Role; side: Lado; userId: string }

export default function NavigationBar({ role, side, userId }: Props) {
  const noLeidos = useNoLeidos(side, userId)
  useLiveChats(side)
  useTitleCount(noLeidos)
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<SinEnviar | null>(null)
  const leave = () => void signOut((path) => navigate(path, { replace: true }))
  const askToLeave = async () => {
    const [chats, onboarding] = await Promise.all([countPending(userId), countOnboarding(userId)])
    const pending = { ...chats, ...onboarding, leido: chats.leido && onboarding.leido }
    if (cuantos(pending) === 0 && pending.leido) leave()
    else setUnsent(pending)
  }
  return (
    <>
      {unsent && <SignOutDialog pending={unsent} onStay={() => setUnsent(null)} onLeave={leave} />}
      <div aria-hidden className="app-bar h-16" />
      <header
        data-keep-clear
        className="app-bar fixed inset-x-0 top-0 z-30 h-16 border-b border-border bg-card"
      >
        <div className="mx-auto flex h-full max-w-grid items-center justify-between gap-2 px-4 sm:gap-4">
          <Link to="/" className="flex min-h-11 min-w-0 items-center rounded-control">
            <Brand on="card" />
          </Link>
          <nav aria-label={menu.nombre} className="hidden md:block">
            <Items
              role={role}
              noLeidos={noLeidos}
              onLeave={() => void askToLeave()}
              className="flex items-center"
            />
          </nav>
          <Sheet>
            <SheetTrigger
              aria-label={noLeidos > 0 ? `${menu.abrir}, ${menu.sinLeer(noLeidos)}` : menu.abrir}
              data-keep-clear
              className="relative grid size-11 shrink-0 place-items-center rounded-control hover:bg-muted md:hidden"
            >
              <Menu aria-hidden className="size-6" />
              <UnreadBadge count={noLeidos} of="no-leidos" className="absolute top-0.5 right-0.5" />
            </SheetTrigger>
            <SheetContent title={comun.producto} closeLabel={comun.cerrar}>
              <nav aria-label={menu.nombre} className="mt-4">
                <Items
                  role={role}
                  noLeidos={noLeidos}
                  onLeave={() => void askToLeave()}
                  className="grid gap-1"
                  wrap={SheetClose}
                />
              </nav>
            </SheetContent>
          </Sheet>
        </div>
      </header>
    </>
  )
}

/** What is left of a draft when the profile is complete is of no use any more. */
async function countOnboarding(userId: string) {
  const session = getSession()
  const isOpen = session.status === 'signed-in' && session.role === 'maestro' && !session.perfilCompleto
  return isOpen ? countUnsent(userId) : { pasos: 0, fotos: 0, leido: true }
}

type ItemsProps = {
  role: Role
  noLeidos: number
  onLeave: () => void
  className: string
  /** Wraps each item; in the slide-out menu it closes the menu. */
  wrap?: typeof SheetClose
}

function Items({ role, noLeidos, onLeave, className, wrap: Wrap }: ItemsProps) {
  const wrapped = (node: ReactNode) => (Wrap ? <Wrap asChild>{node}</Wrap> : node)
  return (
    <ul className={className}>
      {ITEMS[role].map((item) => (
        <li key={item.label}>
          {item.to ? (
            wrapped(<ItemLink {...item} to={item.to} noLeidos={item.label === menu.chats ? noLeidos : 0} />)
          ) : (
            <DisabledItem {...item} />
          )}
        </li>
      ))}
      <li>
        <button type="button" onClick={onLeave} className={itemClass}>
          <LogOut aria-hidden className={iconClass} />
          {menu.cerrarSesion}
        </button>
      </li>
    </ul>
  )
}

type LinkProps = Item & { to: string; noLeidos: number }

function ItemLink({ label, icon: Icon, to, noLeidos, ...rest }: LinkProps) {
  return (
    <NavLink to={to} end className={itemClass} {...rest}>
      <Icon aria-hidden className={iconClass} />
      {label}
      <UnreadBadge count={noLeidos} of="no-leidos" label={menu.sinLeer(noLeidos)} />
    </NavLink>
  )
}

function DisabledItem({ label, icon: Icon }: Item) {
  return (
    <button type="button" disabled className={cn(itemClass, 'pointer-events-none opacity-50')}>
      <Icon aria-hidden className={iconClass} />
      {label}
    </button>
  )
}
