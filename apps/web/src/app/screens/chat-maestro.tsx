import { comun } from '@maestros/dominio/textos/comun'
import { conversaciones } from '@maestros/dominio/textos/conversaciones'
import type { MetaFunction } from 'react-router'
import { prefetchChats } from '#features/chat/api/get-chats.ts'
import { Inbox } from '#features/chat/inbox.tsx'

export const meta: MetaFunction = () => [{ title: `${conversaciones.titulo} · ${comun.producto}` }]

export function clientLoader() {
  prefetchChats('maestro')
  return null
}

export default function ChatMaestro() {
  return <Inbox side="maestro" />
}
