import type { Random } from '../random.ts'
import { darker, lighter } from './colour.ts'
import { type Face, faceShape } from './face.ts'

/** Hair in two layers, behind the head and over it, and facial hair. */

export interface Hair {
  behind: string
  over: string
  /** What is visible under a hat: hair that falls behind or beside the face, and nothing on top. */
  underHat: string
}

const MEN = ['short', 'side', 'crew', 'curly', 'quiff', 'receding', 'bald', 'buzz', 'waves'] as const
const WOMEN = ['ponytail', 'bun', 'bob', 'long', 'curls', 'braid', 'pixie'] as const
export type HairStyle = (typeof MEN)[number] | (typeof WOMEN)[number]

export function chooseHair(face: Face, random: Random): HairStyle {
  if (face.woman) return random.pick(WOMEN)
  const style = random.pick(MEN)
  // Young men are bald less often.
  return face.age === 'young' && (style === 'receding' || style === 'bald') ? 'short' : style
}

export function drawHair(style: HairStyle, face: Face): Hair {
  const { half, hair } = face
  const l = 128 - half
  const r = 128 + half
  const fill = `fill="${hair}"`
  const shine = `fill="none" stroke="${lighter(hair, 0.16)}" stroke-width="3" stroke-linecap="round" opacity=".7"`
  const sides = `<path d="M${l - 1} 113Q${l - 7} 82 ${l + 12} 68L${l + 15} 84Q${l + 6} 92 ${l + 3.5} 113ZM${r + 1} 113Q${r + 7} 82 ${r - 12} 68L${r - 15} 84Q${r - 6} 92 ${r - 3.5} 113Z" ${fill}/>`
  const fringe = `<path d="M${l - 1} 115Q${l - 6} 100 ${l + 1} 91Q${l + 5} 98 ${l + 3.5} 115ZM${r + 1} 115Q${r + 6} 100 ${r - 1} 91Q${r - 5} 98 ${r - 3.5} 115Z" ${fill}/>`
  const over = (path: string, gloss = '') =>
    `${sides}<path d="${path}" ${fill}/>${gloss && `<path d="${gloss}" ${shine}/>`}`
  const crown = `M${l - 4} 100C${l - 10} 46 ${r + 10} 46 ${r + 4} 100`
  const simple = (top: string): Hair => ({ behind: '', over: top, underHat: fringe })

  switch (style) {
    case 'short':
      return simple(
        over(
          `${crown}Q${r - 3} 88 ${r - 12} 84Q128 92 ${l + 12} 84Q${l + 2} 88 ${l - 4} 100Z`,
          `M${l + 14} 75q12-9 30-8`,
        ),
      )
    case 'side':
      return simple(
        over(
          `${crown}Q${r - 2} 90 ${r - 9} 85Q${l + 46} 90 ${l + 22} 77Q${l + 10} 86 ${l - 4} 100Z`,
          `M${l + 32} 69q16-5 30 4`,
        ),
      )
    case 'crew':
      return simple(
        over(
          `M${l - 2} 98C${l - 4} 56 ${l + 14} 54 128 54C${r - 14} 54 ${r + 4} 56 ${r + 2} 98Q${r - 2} 86 ${r - 9} 84H${l + 9}Q${l + 2} 86 ${l - 2} 98Z`,
        ),
      )
    case 'quiff':
      return simple(
        over(
          `M${l - 3} 98C${l - 10} 60 ${l + 4} 40 ${r - 22} 44C${r + 10} 44 ${r + 8} 70 ${r + 3} 98Q${r - 2} 88 ${r - 9} 84Q128 80 ${l + 12} 84Q${l + 2} 88 ${l - 3} 98Z`,
          `M${l + 22} 60q22-12 44-4`,
        ),
      )
    case 'waves':
      return simple(
        over(
          `M${l - 4} 104C${l - 14} 84 ${l - 6} 58 ${l + 18} 56C${l + 28} 42 ${r - 26} 42 ${r - 16} 56C${r + 8} 58 ${r + 14} 84 ${r + 4} 104Q${r + 2} 84 ${r - 14} 82Q${r - 24} 90 128 82Q${l + 20} 90 ${l + 10} 82Q${l} 86 ${l - 4} 104Z`,
          `M${l + 20} 66q8-8 18-4m10-3q10-6 20 2`,
        ),
      )
    case 'receding':
      return simple(
        `${sides}<path d="M${l - 2} 100C${l - 8} 60 ${l + 20} 54 128 56C${r - 20} 54 ${r + 8} 60 ${r + 2} 100Q${r - 2} 92 ${r - 10} 87Q${r - 24} 75 128 86Q${l + 24} 75 ${l + 10} 87Q${l + 2} 92 ${l - 2} 100Z" ${fill}/>`,
      )
    case 'bald':
      return simple(
        `${fringe}<path d="M${l + 16} 82q12-13 32-11" fill="none" stroke="#ffffff" stroke-width="5" stroke-linecap="round" opacity=".22"/>`,
      )
    case 'buzz':
      return simple(
        `<path d="M${l - 1} 104C${l - 3} 54 ${r + 3} 54 ${r + 1} 104Q${r - 2} 84 ${r - 14} 80Q128 74 ${l + 14} 80Q${l + 2} 84 ${l - 1} 104Z" ${fill} opacity=".82"/>`,
      )
    case 'curly':
      return { behind: '', over: sides + curls(face, 11, 78), underHat: fringe }
    case 'pixie':
      return simple(
        over(
          `${crown}L${r - 2} 112Q${r - 2} 88 ${r - 20} 78Q128 96 ${l + 6} 88Q${l} 98 ${l} 112Z`,
          `M${l + 18} 73q16-9 34-4`,
        ),
      )
    case 'bob':
      return long(
        face,
        `M${l - 8} 96C${l - 16} 40 ${r + 16} 40 ${r + 8} 96Q${r + 16} 140 ${r + 10} 158Q${r - 8} 164 ${r - 14} 158H${l + 14}Q${l + 8} 164 ${l - 10} 158Q${l - 16} 140 ${l - 8} 96Z`,
        'fringe',
      )
    case 'long':
      return long(
        face,
        `M${l - 8} 96C${l - 16} 40 ${r + 16} 40 ${r + 8} 96Q${r + 16} 140 ${r + 8} 186Q${r + 10} 204 ${r - 6} 212H${l + 6}Q${l - 10} 204 ${l - 8} 186Q${l - 16} 140 ${l - 8} 96Z`,
        'parted',
      )
    case 'ponytail':
      return long(
        face,
        `M${r - 14} 66Q${r + 34} 60 ${r + 30} 116Q${r + 30} 160 ${r + 14} 176Q${r + 8} 140 ${r + 4} 108Z`,
        'back',
      )
    case 'bun':
      return long(
        face,
        `M128 26a22 20 0 1 1-.1 0ZM${l - 3} 104C${l - 10} 46 ${r + 10} 46 ${r + 3} 104Z`,
        'back',
      )
    case 'braid': {
      const loose = long(
        face,
        `M${l - 6} 96C${l - 14} 42 ${r + 14} 42 ${r + 6} 96L${r + 4} 132Q128 150 ${l - 4} 132Z`,
        'parted',
      )
      const plait = drawBraid(face)
      return { ...loose, over: plait + loose.over, underHat: plait + loose.underHat }
    }
    case 'curls':
      return {
        behind: `<path d="M${l - 12} 100C${l - 22} 38 ${r + 22} 38 ${r + 12} 100Q${r + 30} 130 ${r + 16} 166Q128 184 ${l - 16} 166Q${l - 30} 130 ${l - 12} 100Z" ${fill}/>${ring(face, 15)}`,
        over: curls(face, 13, 76),
        underHat: '',
      }
  }
}

function long(face: Face, behind: string, front: 'fringe' | 'parted' | 'back'): Hair {
  const { half, hair } = face
  const l = 128 - half
  const r = 128 + half
  const tops = {
    fringe: `M${l - 6} 118C${l - 14} 44 ${r + 14} 44 ${r + 6} 118Q${r - 2} 110 ${r - 5} 92Q${r - 20} 97 128 95Q${l + 20} 97 ${l + 5} 92Q${l + 2} 110 ${l - 6} 118Z`,
    parted: `M${l - 6} 122C${l - 14} 44 ${r + 14} 44 ${r + 6} 122Q${r - 2} 100 ${r - 10} 90Q${r - 32} 84 136 66Q${l + 30} 86 ${l + 10} 92Q${l + 2} 102 ${l - 6} 122Z`,
    back: `M${l - 3} 106C${l - 10} 48 ${r + 10} 48 ${r + 3} 106Q${r - 4} 78 128 74Q${l + 4} 78 ${l - 3} 106Z`,
  }
  const gloss = `<path d="M${l + 14} 76q12-11 30-11" fill="none" stroke="${lighter(hair, 0.18)}" stroke-width="3.4" stroke-linecap="round" opacity=".7"/>`
  const back = `<path d="${behind}" fill="${darker(hair, 0.12)}"/>`
  const locks = `<path d="M${l - 4} 122q-4-26 6-40l6 8q-6 12-4 30ZM${r + 4} 122q4-26-6-40l-6 8q6 12 4 30Z" fill="${hair}"/>`
  return { behind: back, over: `<path d="${tops[front]}" fill="${hair}"/>${gloss}`, underHat: locks }
}

/** Falls over one shoulder, so it is drawn after the clothes. */
function drawBraid({ half, hair }: Face): string {
  const knots: string[] = []
  for (let step = 0; step < 7; step++) {
    const x = 128 - half - 1 - Math.sin(step / 2.2) * 7
    const tilt = step % 2 === 0 ? 32 : -32
    const shade = step % 2 === 0 ? hair : darker(hair, 0.2)
    const y = 126 + step * 13
    const size = 9.5 - step * 0.5
    knots.push(
      `<ellipse cx="${x.toFixed(1)}" cy="${y}" rx="${size}" ry="${size + 1.5}" fill="${shade}" transform="rotate(${tilt} ${x.toFixed(1)} ${y})"/>`,
    )
  }
  return knots.reverse().join('')
}

/** A row of curls over the brow and the crown. */
function curls({ half, hair }: Face, size: number, y: number): string {
  const balls: string[] = []
  for (let step = 0; step <= 6; step++) {
    const turn = Math.PI * (1 - step / 6)
    const x = 128 + Math.cos(turn) * (half + 1)
    balls.push(`<circle cx="${x.toFixed(1)}" cy="${(y + 16 - Math.sin(turn) * 28).toFixed(1)}" r="${size}"/>`)
    balls.push(
      `<circle cx="${(128 + Math.cos(turn) * half * 0.66).toFixed(1)}" cy="${(y + 2 - Math.sin(turn) * 12).toFixed(1)}" r="${size}"/>`,
    )
  }
  return `<g fill="${hair}">${balls.join('')}</g>`
}

function ring({ half, hair }: Face, size: number): string {
  const balls: string[] = []
  for (const side of [-1, 1]) {
    for (let step = 0; step < 4; step++) {
      balls.push(
        `<circle cx="${128 + side * (half + 10 + (step % 2) * 5)}" cy="${96 + step * 21}" r="${size}"/>`,
      )
    }
  }
  return `<g fill="${hair}">${balls.join('')}</g>`
}

export function drawFacialHair(face: Face, random: Random): string {
  if (face.woman) return ''
  const { hair, half, chin } = face
  const fill = `fill="${hair}"`
  const whiskers = `<path d="M128 135q-5-3-11-1q-7 3-10 9q12 3 21-1q9 4 21 1q-3-6-10-9q-6-2-11 1Z" ${fill}/>`
  const goatee = `<path d="M118 ${chin - 9}q10-4 20 0q-2 12-10 13q-8-1-10-13Z" ${fill}/>`
  const kind = random.weighted([
    ['none', 8],
    ['whiskers', 7],
    ['goatee', 2],
    ['both', 2],
    ['beard', 3],
    ['stubble', 3],
  ] as const)
  // The beard is the lower part of the face, so it fits every chin.
  const lower = `<path d="M0 118h${128 - half + 9}q4 16 18 19q${half - 27}-7 ${(half - 27) * 2} 0q14-3 18-19h120v80h-256ZM114 141q14-3 28 0q-2 15-14 15q-12 0-14-15Z" fill-rule="evenodd"/>`
  const clip = `<clipPath id="b">${lower.replace('fill-rule', 'clip-rule')}</clipPath>`
  switch (kind) {
    case 'none':
      return ''
    case 'whiskers':
      return whiskers
    case 'goatee':
      return goatee
    case 'both':
      return whiskers + goatee
    case 'beard':
      return `${clip}<path d="${faceShape({ ...face, chin: chin + 5, half: half + 1 })}" ${fill} clip-path="url(#b)"/>${random.chance(0.6) ? whiskers : ''}`
    case 'stubble':
      return `${clip}<path d="${faceShape(face)}" ${fill} opacity=".22" clip-path="url(#b)"/>`
  }
}
