import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#lib/call-error.ts'
import { getClient } from '#lib/client.ts'

/** Name and e-mail of the signed-in person, to fill the form. Without an answer the person types them. */
export const ownPersonQuery = (userId: string) =>
  queryOptions({
    queryKey: ['ayuda', 'persona', userId],
    meta: { registro: 'own name' },
    queryFn: async () => {
      const { auth, rest } = await getClient()
      const { data } = await auth.getSession()
      const answer = await rest.from('profiles').select('nombre, apellido').eq('id', userId).maybeSingle()
      unwrap(answer)
      return {
        nombre: [answer.data?.nombre, answer.data?.apellido].filter(Boolean).join(' '),
        correo: data.session?.user.email ?? '',
      }
    },
  })
