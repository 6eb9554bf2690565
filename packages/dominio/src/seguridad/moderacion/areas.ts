/**
 * Area codes of Mexico City, its surroundings and the largest cities. A number that begins with one of them is recognized
 * before it is complete.
 */
export const DE_LA_CIUDAD = new Set(['55', '56'])
export const AREAS = new Set([
  ...['33', '81'],
  // State of Mexico, Hidalgo, Morelos, Puebla, Tlaxcala, Querétaro.
  ...['591', '592', '593', '594', '595', '597', '599', '711', '712', '713', '714', '722', '728', '729'],
  ...['771', '773', '775', '735', '734', '777', '222', '238', '246', '427', '442'],
  // Other large cities.
  ...['228', '229', '271', '272', '311', '312', '322', '443', '444', '449', '461', '477', '492', '612'],
  ...['614', '618', '656', '662', '664', '667', '669', '686', '733', '744', '747', '833', '844', '871'],
  ...['951', '961', '981', '983', '993', '998', '999'],
])

export const esDeLaCiudad = (digitos: string): boolean => DE_LA_CIUDAD.has(digitos.slice(0, 2))

export const tieneArea = (digitos: string): boolean =>
  esDeLaCiudad(digitos) || AREAS.has(digitos.slice(0, 2)) || AREAS.has(digitos.slice(0, 3))
