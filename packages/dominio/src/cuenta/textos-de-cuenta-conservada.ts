/** What a person reads who has signed in to an account that was to be erased. */
export const cuentaConservada = {
  titulo: 'Conservaste tu cuenta',
  texto: 'Ya no se cerrará. Todo está como antes.',
} as const
