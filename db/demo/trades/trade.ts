import type { Clothes, Hat } from '../portrait/clothes.ts'
import type { Tint } from '../portrait/colour.ts'

/**
 * The texts of the demo about one trade. They are fragments: descriptions.ts and reviews.ts contain their
 * frames.
 */
export interface Trade {
  oficio: string
  /** 'Soy …', for a man and for a woman. */
  soy: readonly [string, string]
  tint: Tint
  clothes: readonly Clothes[]
  hats: readonly Hat[]
  /** Trades that the same person often offers too. */
  related: readonly string[]
  /** 'Hago …' */
  does: readonly string[]
  /** Whole sentences, in first person. */
  pride: readonly string[]
  /** What a former client describes as a reference. */
  jobs: readonly string[]
  /** What a review praises: whole sentences that fit a man and a woman. */
  praise: readonly string[]
  /** How a seeker starts a conversation. */
  asks: readonly string[]
}
