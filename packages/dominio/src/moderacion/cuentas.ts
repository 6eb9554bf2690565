/** 'juan_23', 'plomero.juan': a name that only an account can have. */
export const MARCADO = /^(?=[a-z0-9_.]{4})[a-z][a-z]*(?:[0-9_]|\.[a-z0-9_])/

/** The words of a dictated text, with the signs that announce a name. */
export const palabrasDe = (texto: string): string[] =>
  texto.match(/[a-z0-9_|@$!]*[a-z0-9_](?:[.-][a-z0-9_]+)*|[:=>]/g) ?? []
