/** A name as it is stored: an accent that is typed as a separate character becomes a part of its letter. */
export const nombreCompuesto = (nombre: string): string => nombre.normalize('NFC')

/** Combining marks that no letter has, and characters that change the direction of the text. The database has the same rule (131). */
const ILEGIBLES = /[\p{M}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

export const esNombreLegible = (nombre: string): boolean => !ILEGIBLES.test(nombreCompuesto(nombre))
