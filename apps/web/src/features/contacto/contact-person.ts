/** The maestro whose contact a seeker requests. */
export type ContactPerson = {
  id: string
  nombre: string
  /** The name with the initial of the surname, as shown while the contact is locked. */
  nombreCorto: string
  foto: string | null
  alcaldia: string
  verificado: boolean
}
