/** The boroughs, the neighbours of each (people work near home) and some of their neighbourhoods. */
export interface Place {
  near: readonly string[]
  colonias: readonly string[]
}

export const PLACES: Readonly<Record<string, Place>> = {
  'Álvaro Obregón': {
    near: ['Benito Juárez', 'Coyoacán', 'La Magdalena Contreras', 'Cuajimalpa de Morelos'],
    colonias: ['San Ángel', 'Olivar del Conde', 'Las Águilas'],
  },
  Azcapotzalco: {
    near: ['Gustavo A. Madero', 'Miguel Hidalgo', 'Cuauhtémoc'],
    colonias: ['Clavería', 'El Rosario', 'San Álvaro'],
  },
  'Benito Juárez': {
    near: ['Cuauhtémoc', 'Coyoacán', 'Iztacalco', 'Álvaro Obregón'],
    colonias: ['Del Valle', 'Narvarte', 'Portales'],
  },
  Coyoacán: {
    near: ['Benito Juárez', 'Tlalpan', 'Iztapalapa', 'Álvaro Obregón'],
    colonias: ['Santo Domingo', 'Culhuacán', 'Villa Coyoacán'],
  },
  'Cuajimalpa de Morelos': {
    near: ['Álvaro Obregón', 'Miguel Hidalgo'],
    colonias: ['El Yaqui', 'Contadero', 'San Pedro'],
  },
  Cuauhtémoc: {
    near: ['Benito Juárez', 'Miguel Hidalgo', 'Venustiano Carranza', 'Gustavo A. Madero'],
    colonias: ['Roma Norte', 'Doctores', 'Santa María la Ribera'],
  },
  'Gustavo A. Madero': {
    near: ['Azcapotzalco', 'Cuauhtémoc', 'Venustiano Carranza'],
    colonias: ['Lindavista', 'Vallejo', 'San Felipe de Jesús'],
  },
  Iztacalco: {
    near: ['Iztapalapa', 'Benito Juárez', 'Venustiano Carranza'],
    colonias: ['Agrícola Oriental', 'Pantitlán', 'Granjas México'],
  },
  Iztapalapa: {
    near: ['Iztacalco', 'Tláhuac', 'Coyoacán', 'Xochimilco'],
    colonias: ['Santa Cruz Meyehualco', 'Ermita Zaragoza', 'San Lorenzo Tezonco'],
  },
  'La Magdalena Contreras': {
    near: ['Álvaro Obregón', 'Tlalpan'],
    colonias: ['San Jerónimo Lídice', 'El Rosal', 'Barranca Seca'],
  },
  'Miguel Hidalgo': {
    near: ['Cuauhtémoc', 'Azcapotzalco', 'Cuajimalpa de Morelos'],
    colonias: ['Tacuba', 'Escandón', 'Anáhuac'],
  },
  'Milpa Alta': {
    near: ['Xochimilco', 'Tláhuac', 'Tlalpan'],
    colonias: ['Villa Milpa Alta', 'San Antonio Tecómitl', 'San Pedro Atocpan'],
  },
  Tláhuac: {
    near: ['Iztapalapa', 'Xochimilco', 'Milpa Alta'],
    colonias: ['Del Mar', 'San Francisco Tlaltenco', 'Selene'],
  },
  Tlalpan: {
    near: ['Coyoacán', 'Xochimilco', 'La Magdalena Contreras'],
    colonias: ['Villa Coapa', 'Héroes de Padierna', 'Tlalpan Centro'],
  },
  'Venustiano Carranza': {
    near: ['Cuauhtémoc', 'Iztacalco', 'Gustavo A. Madero'],
    colonias: ['Jardín Balbuena', 'Moctezuma', 'Morelos'],
  },
  Xochimilco: {
    near: ['Tlalpan', 'Tláhuac', 'Milpa Alta', 'Coyoacán'],
    colonias: ['Barrio San Juan', 'Santa Cruz Acalpixca', 'Tepepan'],
  },
}

export const ALCALDIAS = Object.keys(PLACES)

/** The boroughs of the most frequent searches: these have several pages of results. */
export const POPULAR_ALCALDIAS = ['Iztapalapa', 'Cuauhtémoc', 'Gustavo A. Madero', 'Benito Juárez'] as const
export const POPULAR_OFICIOS = ['Electricidad', 'Plomería', 'Albañilería'] as const

export const STREETS = [
  'Jacarandas',
  'Nogal',
  'Morelos',
  'Reforma',
  'Sauces',
  'Encino',
  'Colorines',
  'Cerrada del Sol',
  'Río Lerma',
  'Mirto',
  'Benito Juárez',
  'Allende',
  'Durazno',
  'Primavera',
  'Violeta',
  'Hidalgo',
  'Andador Cuatro',
  'Callejón del Agua',
] as const
