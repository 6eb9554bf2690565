/** The part of an address that stands for a name of a catalogue: 'Gustavo A. Madero' is 'gustavo-a-madero'. */
export const slugDe = (nombre: string): string =>
  nombre
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
