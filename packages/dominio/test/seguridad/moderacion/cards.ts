/** A card number with these first digits, this length and the right check digit. */
export function cardOf(start: string, length: number): string {
  const digits = start.padEnd(length - 1, '12')
  let sum = 0
  for (const [i, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return `${digits}${(10 - (sum % 10)) % 10}`
}
