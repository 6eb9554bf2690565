/** The boroughs that share a border with each borough of Mexico City. A test compares the names with the catalogue. */
const VECINAS: Record<string, readonly string[]> = {
  'Álvaro Obregón': [
    'Benito Juárez',
    'Coyoacán',
    'Cuajimalpa de Morelos',
    'La Magdalena Contreras',
    'Miguel Hidalgo',
    'Tlalpan',
  ],
  Azcapotzalco: ['Cuauhtémoc', 'Gustavo A. Madero', 'Miguel Hidalgo'],
  'Benito Juárez': ['Álvaro Obregón', 'Coyoacán', 'Cuauhtémoc', 'Iztacalco', 'Iztapalapa', 'Miguel Hidalgo'],
  Coyoacán: ['Álvaro Obregón', 'Benito Juárez', 'Iztapalapa', 'Tlalpan', 'Xochimilco'],
  'Cuajimalpa de Morelos': ['Álvaro Obregón', 'Miguel Hidalgo'],
  Cuauhtémoc: [
    'Azcapotzalco',
    'Benito Juárez',
    'Gustavo A. Madero',
    'Iztacalco',
    'Miguel Hidalgo',
    'Venustiano Carranza',
  ],
  'Gustavo A. Madero': ['Azcapotzalco', 'Cuauhtémoc', 'Venustiano Carranza'],
  Iztacalco: ['Benito Juárez', 'Cuauhtémoc', 'Iztapalapa', 'Venustiano Carranza'],
  Iztapalapa: ['Benito Juárez', 'Coyoacán', 'Iztacalco', 'Tláhuac', 'Xochimilco'],
  'La Magdalena Contreras': ['Álvaro Obregón', 'Tlalpan'],
  'Miguel Hidalgo': [
    'Álvaro Obregón',
    'Azcapotzalco',
    'Benito Juárez',
    'Cuajimalpa de Morelos',
    'Cuauhtémoc',
  ],
  'Milpa Alta': ['Tláhuac', 'Tlalpan', 'Xochimilco'],
  Tláhuac: ['Iztapalapa', 'Milpa Alta', 'Xochimilco'],
  Tlalpan: ['Álvaro Obregón', 'Coyoacán', 'La Magdalena Contreras', 'Milpa Alta', 'Xochimilco'],
  'Venustiano Carranza': ['Cuauhtémoc', 'Gustavo A. Madero', 'Iztacalco'],
  Xochimilco: ['Coyoacán', 'Iztapalapa', 'Milpa Alta', 'Tláhuac', 'Tlalpan'],
}

/** Empty for a name that is not a borough. */
export const vecinasDe = (alcaldia: string): readonly string[] =>
  Object.hasOwn(VECINAS, alcaldia) ? (VECINAS[alcaldia] ?? []) : []
