import type { Clothes, Hat } from '../portrait/clothes.ts'
import type { Tint } from '../portrait/colour.ts'

/** What the demo says about one trade. The sentences are fragments: see descriptions.ts and reviews.ts for their frames. */
export interface Trade {
  oficio: string
  /** 'Soy …', for a man and for a woman. */
  soy: readonly [string, string]
  tint: Tint
  clothes: readonly Clothes[]
  hats: readonly Hat[]
  /** Trades that the same person often takes too. */
  related: readonly string[]
  /** 'Hago …' */
  does: readonly string[]
  /** Whole sentences, in first person. */
  pride: readonly string[]
  /** What a former client tells of, as a reference. */
  jobs: readonly string[]
  /** What a review praises: whole sentences, true of a man and of a woman. */
  praise: readonly string[]
  /** How a seeker opens a conversation. */
  asks: readonly string[]
}
