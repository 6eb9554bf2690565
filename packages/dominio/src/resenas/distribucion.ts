/** How many reviews there are of 1, 2, 3, 4 and 5 stars. */
export type Distribucion = readonly number[]

export const totalDe = (distribucion: Distribucion): number => distribucion.reduce((sum, one) => sum + one, 0)

/** The share of each number of stars, from 0 to 1. All are 0 when there are no reviews. */
export function proporciones(distribucion: Distribucion): number[] {
  const total = totalDe(distribucion)
  return distribucion.map((one) => (total === 0 ? 0 : one / total))
}
