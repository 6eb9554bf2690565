export const numero = new Intl.NumberFormat('es-MX')

/** '1 reseña', '1,200 reseñas'. */
export const contar = (cantidad: number, uno: string, varios: string): string =>
  `${numero.format(cantidad)} ${cantidad === 1 ? uno : varios}`

/** How many characters of a text field are used: '120 de 1,000'. */
export const cuentaDeCaracteres = (escritos: number, maximo: number): string =>
  `${numero.format(escritos)} de ${numero.format(maximo)}`
