import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'

/** Name and e-mail of the signed-in person, to fill forms. */
export const ownPersonQuery = (userId: string) =>
  queryOptions({
    queryKey: ['persona', userId],
    meta: { registro: 'own name' },
    queryFn: async () => {
      const { auth, rest } = await getClient()
      const { data } = await auth.getSession()
      const answer = await rest.from('profiles').select('nombre, apellido').eq('id', userId).maybeSingle()
      unwrap(answer)
      return {
        nombre: answer.data?.nombre ?? '',
        apellido: answer.data?.apellido ?? '',
        correo: data.session?.user.email ?? '',
      }
    },
  })

export const wholeName = ({ nombre, apellido }: { nombre: string; apellido: string }): string =>
  `${nombre} ${apellido}`.trim()
