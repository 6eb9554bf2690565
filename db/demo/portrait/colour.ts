/** Colours of the drawings, as #rrggbb. */

export function mix(from: string, to: string, share: number): string {
  const channel = (at: number) => {
    const a = Number.parseInt(from.slice(at, at + 2), 16)
    const b = Number.parseInt(to.slice(at, at + 2), 16)
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

export const darker = (colour: string, share = 0.2) => mix(colour, '#2a1420', share)
export const lighter = (colour: string, share = 0.25) => mix(colour, '#fffaf0', share)

export const SKIN = [
  '#f2c9a4',
  '#e8b78d',
  '#dba679',
  '#cc9266',
  '#b97d52',
  '#a56a42',
  '#8b5636',
  '#74452b',
] as const
export const DARK_HAIR = ['#1d1614', '#241a17', '#2e201a', '#3c291f', '#52382a'] as const
export const GREY_HAIR = ['#6f6964', '#8e8883', '#b4aea8', '#dcd7d0'] as const
export const DYED_HAIR = ['#7a4a2b', '#94592f', '#6b2f2a'] as const

/** The tints of the trades as on the screens: a background and the colour of the working clothes. */
export const TINTS = {
  agua: { back: '#cfe6f2', cloth: ['#2f6f94', '#3a86a8', '#24506e'] },
  luz: { back: '#f8e6b8', cloth: ['#d9902f', '#274b8f', '#b9741c'] },
  tierra: { back: '#f3dccb', cloth: ['#b0603a', '#8a4f33', '#5d6b7a'] },
  planta: { back: '#d3eacb', cloth: ['#4b7f45', '#39694c', '#6d8b3c'] },
  metal: { back: '#dbe1ee', cloth: ['#3f5178', '#56617a', '#2c3d66'] },
  color: { back: '#f3d8ea', cloth: ['#8e4a86', '#b4587f', '#5a4a94'] },
} as const

export type Tint = keyof typeof TINTS
