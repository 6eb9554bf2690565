/** The most recent conversations first, as far as they have been read, and where the others begin. */

type Fila = { id: string; orden: string }
export type ListaDeChats<F extends Fila> = { chats: F[]; cursor: string | null }

/**
 * A new first page before what was read of the others. Its last row, if it was there before and has not moved,
 * says that nothing below it has either: whatever is new is newer. Otherwise too much has happened, and the list
 * begins anew.
 */
export function conPrimeraPagina<F extends Fila>(
  primera: ListaDeChats<F>,
  leida: ListaDeChats<F> | undefined,
): ListaDeChats<F> {
  const ultima = primera.chats.at(-1)
  if (!leida || !ultima || primera.cursor === null) return primera
  const costura = leida.chats.findIndex(({ id, orden }) => id === ultima.id && orden === ultima.orden)
  if (costura === -1) return primera
  const resto = leida.chats.slice(costura + 1)
  return resto.length === 0
    ? primera
    : { chats: [...primera.chats, ...sin(primera, resto)], cursor: leida.cursor }
}

/** The page that begins at `cursor` after the list that ends there. A list that has begun anew stays as it is. */
export function conPaginaSiguiente<F extends Fila>(
  lista: ListaDeChats<F>,
  cursor: string,
  pagina: ListaDeChats<F>,
): ListaDeChats<F> {
  if (lista.cursor !== cursor) return lista
  return { chats: [...lista.chats, ...sin(lista, pagina.chats)], cursor: pagina.cursor }
}

/** Whoever has moved up between two readings would come twice. */
function sin<F extends Fila>(lista: ListaDeChats<F>, chats: F[]): F[] {
  const ya = new Set(lista.chats.map(({ id }) => id))
  return chats.filter(({ id }) => !ya.has(id))
}
