/** The maestro whose contact a seeker asks for. */
export type ContactPerson = {
  id: string
  nombre: string
  /** The name as shown while the contact is locked. */
  nombreCorto: string
  foto: string | null
  alcaldia: string
  verificado: boolean
}
