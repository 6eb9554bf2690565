import { conversaciones } from '@maestros/dominio/chat/textos-de-bandeja'
import { comun } from '@maestros/dominio/textos'
import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { prefetchChats } from '#features/chat/api/get-chats.ts'
import { Inbox } from '#features/chat/inbox.tsx'
import { roleOf, useRouteRole } from '../access/role-routes.ts'

export const meta: MetaFunction = () => [{ title: `${conversaciones.titulo} · ${comun.producto}` }]

export function clientLoader({ pattern }: ClientLoaderFunctionArgs) {
  prefetchChats(roleOf(pattern))
  return null
}

export default function Chats() {
  return <Inbox side={useRouteRole()} />
}
