/** The operator of the demo. Its password is known to everybody, so it never signs in in production. */
export const DEMO_OPERATOR = 'operador@demo.mx'
export const DEMO_OPERATOR_NAMES = { nombre: 'Olga', apellido: 'Operadora' }
