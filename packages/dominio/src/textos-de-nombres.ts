/** A file of its own, because the sign-up needs it and no other text of public names. */
export const nombres = {
  signos: (campo: string) =>
    `${campo} tiene acentos o signos sueltos que no se pueden leer. Escríbelo de nuevo, solo con letras.`,
  campos: { nombre: 'El nombre', apellido: 'El apellido' },
} as const
