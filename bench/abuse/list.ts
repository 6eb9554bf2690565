import type { Attack } from './attack.ts'
import { accountAttacks } from './attacks/accounts.ts'
import { dataAttacks } from './attacks/data.ts'
import { floodAttacks } from './attacks/floods.ts'
import { frameAttacks } from './attacks/frames.ts'
import { newcomerAttacks } from './attacks/newcomers.ts'
import { uploadAttacks } from './attacks/uploads.ts'

export const ATTACKS: readonly Attack[] = [
  ...frameAttacks,
  ...dataAttacks,
  ...accountAttacks,
  ...newcomerAttacks,
  ...uploadAttacks,
  ...floodAttacks,
]
