import { useQuery } from '@tanstack/react-query'
import { mensajesQuery } from './api/messages.ts'

/** Whether this person has a delivered message among the loaded ones of a chat. Sends no request of its own. */
export function useHasWritten(chatId: string, userId: string): boolean {
  const { data } = useQuery({ ...mensajesQuery(chatId), enabled: false })
  return (
    data?.messages.some(
      ({ autor_id, tipo, bloqueado }) => autor_id === userId && tipo !== 'contacto' && !bloqueado,
    ) ?? false
  )
}
