/** The own profile with the edit dialog of one part open. */
export const editAddress = (part: string) => `/perfil-maestro?editar=${part}`
