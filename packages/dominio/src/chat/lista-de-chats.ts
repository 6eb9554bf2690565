/** A partially loaded list of conversations, most recent first, and the cursor of the rest. */

type Fila = { id: string; orden: string }
export type ListaDeChats<F extends Fila> = { chats: F[]; cursor: string | null }

/**
 * Puts a new first page before the already loaded pages. If the last row of the new page is in the loaded
 * list with the same position, nothing below it has changed, because every change moves a row to the top.
 * Otherwise more has changed than one page shows, and the list starts again with this page.
 */
export function conPrimeraPagina<F extends Fila>(
  primera: ListaDeChats<F>,
  leida: ListaDeChats<F> | undefined,
): ListaDeChats<F> {
  const ultima = primera.chats.at(-1)
  if (!leida || !ultima || primera.cursor === null) return primera
  const comun = leida.chats.findIndex(({ id, orden }) => id === ultima.id && orden === ultima.orden)
  if (comun === -1) return primera
  const resto = leida.chats.slice(comun + 1)
  return resto.length === 0
    ? primera
    : { chats: [...primera.chats, ...sin(primera, resto)], cursor: leida.cursor }
}

/** Appends the page that begins at `cursor`. A list that was restarted in the meantime stays unchanged. */
export function conPaginaSiguiente<F extends Fila>(
  lista: ListaDeChats<F>,
  cursor: string,
  pagina: ListaDeChats<F>,
): ListaDeChats<F> {
  if (lista.cursor !== cursor) return lista
  return { chats: [...lista.chats, ...sin(lista, pagina.chats)], cursor: pagina.cursor }
}

/** Removes conversations that moved up between two requests and would appear twice. */
function sin<F extends Fila>(lista: ListaDeChats<F>, chats: F[]): F[] {
  const ya = new Set(lista.chats.map(({ id }) => id))
  return chats.filter(({ id }) => !ya.has(id))
}
