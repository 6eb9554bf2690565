import { AGUA } from './agua.ts'
import { HOGAR } from './hogar.ts'
import { INSTALACIONES } from './instalaciones.ts'
import { OBRA } from './obra.ts'
import type { Trade } from './trade.ts'

export type { Trade } from './trade.ts'

export const TRADES: readonly Trade[] = [...INSTALACIONES, ...AGUA, ...OBRA, ...HOGAR]

export function tradeOf(oficio: string): Trade {
  const trade = TRADES.find((one) => one.oficio === oficio)
  if (!trade) throw new Error(`the demo knows no trade called ${oficio}`)
  return trade
}
