import sharp from 'sharp'
import { makeRandom, type Random } from '../random.ts'
import { type Clothes, drawClothes, drawHat, type Hat } from './clothes.ts'
import { DARK_HAIR, DYED_HAIR, GREY_HAIR, lighter, mix, SKIN, TINTS, type Tint } from './colour.ts'
import { drawFeatures, drawHead, drawNeck, type Face } from './face.ts'
import { chooseHair, drawFacialHair, drawHair } from './hair.ts'

/**
 * Portraits drawn from a seed. They are clearly drawings, so that they cannot be confused with real people.
 */

export interface Sitter {
  /** The same label always gives the same face. */
  label: string
  woman: boolean
  tint: Tint
  clothes: readonly Clothes[]
  hats: readonly Hat[]
}

const PORTRAIT_SIZE = 256

function drawPortrait(sitter: Sitter): string {
  const random = makeRandom(`portrait:${sitter.label}`)
  const face = chooseFace(sitter, random)
  const { back, cloth } = TINTS[sitter.tint]
  const colour = random.pick(cloth)
  const hat = random.chance(0.42) ? random.pick(sitter.hats) : 'none'
  const style = chooseHair(face, random)
  // A hat does not fit on a bun.
  const hair = drawHair(hat !== 'none' && style === 'bun' ? 'ponytail' : style, face)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT_SIZE}" height="${PORTRAIT_SIZE}" viewBox="21 23 214 214">
    ${background(back, random)}
    ${hair.behind}
    ${drawNeck(face)}
    ${drawClothes(random.pick(sitter.clothes), colour, face.woman ? random.int(78, 90) : random.int(90, 106), random)}
    ${drawHead(face)}
    ${drawFeatures(face, random)}
    ${drawFacialHair(face, random)}
    ${hat === 'none' ? hair.over : hair.underHat}
    ${accessories(face, random)}
    ${drawHat(hat, colour, face.half, random)}
  </svg>`
}

export const renderPortrait = (sitter: Sitter): Promise<Buffer> =>
  sharp(Buffer.from(drawPortrait(sitter)))
    .webp({ quality: 82, effort: 2 })
    .toBuffer()

function chooseFace({ woman }: Sitter, random: Random): Face {
  const age = random.weighted([
    ['young', 3],
    ['grown', 5],
    ['old', 2.4],
  ] as const)
  const hair =
    age === 'old'
      ? random.pick(GREY_HAIR)
      : woman && random.chance(0.25)
        ? random.pick(DYED_HAIR)
        : random.pick(DARK_HAIR)
  return {
    woman,
    age,
    hair,
    skin: random.weighted(SKIN.map((skin, at) => [skin, [2, 3, 4, 4, 4, 2, 1, 0.6][at] ?? 1] as const)),
    half: woman ? random.int(37, 41) : random.int(39, 45),
    jaw: woman ? random.int(17, 24) : random.int(22, 34),
    chin: woman ? random.int(157, 164) : random.int(160, 169),
  }
}

function background(tint: string, random: Random): string {
  const x = random.int(90, 166)
  const ground = mix(tint, random.pick(['#ffffff', '#f6e7c8', '#cfd9ea', '#ffffff']), 0.25)
  return `<rect width="256" height="256" fill="${ground}"/><circle cx="${x}" cy="${random.int(104, 132)}" r="${random.int(96, 112)}" fill="${lighter(tint, 0.55)}" opacity=".8"/>`
}

function accessories(face: Face, random: Random): string {
  const { half, woman } = face
  const apart = half * 0.42
  const parts: string[] = []
  if (random.chance(face.age === 'old' ? 0.4 : 0.16)) {
    const frame = random.pick(['#2b2522', '#5a3a26', '#3c4a66', '#8a2f3a'])
    const lens = (x: number) =>
      `<rect x="${x - 12}" y="104" width="24" height="20" rx="${random.chance(0.5) ? 10 : 6}" />`
    parts.push(
      `<g fill="#ffffff" fill-opacity=".16" stroke="${frame}" stroke-width="2.8">${lens(128 - apart)}${lens(128 + apart)}<path d="M${128 - apart + 12} 112q${apart - 12}-5 ${(apart - 12) * 2} 0M${128 - apart - 12} 111l-${half - apart - 12} -2M${128 + apart + 12} 111l${half - apart - 12} -2" fill="none"/></g>`,
    )
  }
  if (woman && random.chance(0.55)) {
    const gem = random.pick(['#e2a92c', '#e2a92c', '#3f8f8a', '#c6453d', '#f4efe6'])
    parts.push(
      `<g fill="${gem}"><circle cx="${128 - half - 2}" cy="131" r="3.6"/><circle cx="${128 + half + 2}" cy="131" r="3.6"/></g>`,
    )
  }
  return parts.join('')
}
