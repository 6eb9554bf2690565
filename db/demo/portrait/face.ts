import type { Random } from '../random.ts'
import { darker, lighter } from './colour.ts'

/** The head without its hair. All drawings use an area of 256 by 256, with the centre of the face at 128. */

export interface Face {
  skin: string
  hair: string
  /** Half the width at the cheekbones, half the width of the jaw, and the position of the chin. */
  half: number
  jaw: number
  chin: number
  woman: boolean
  age: 'young' | 'grown' | 'old'
}

export function faceShape({ half, jaw, chin }: Face): string {
  const left = 128 - half
  const right = 128 + half
  const corner = 128 + (chin - 128) * 0.82
  return `M${left} 108C${left} 58 ${right} 58 ${right} 108C${right} ${corner} ${128 + jaw} ${chin} 128 ${chin}C${128 - jaw} ${chin} ${left} ${corner} ${left} 108Z`
}

export function drawNeck(face: Face): string {
  const { skin, chin } = face
  const wide = face.woman ? 16 : 20
  return `<path d="M${128 - wide} 130h${wide * 2}v52q0 26-${wide} 28q-${wide}-2-${wide}-28Z" fill="${darker(skin, 0.08)}"/>
    <path d="M${128 - wide} ${chin - 14}q${wide} 34 ${wide * 2} 0v12q-${wide} 26-${wide * 2} 0Z" fill="${darker(skin, 0.24)}"/>`
}

export function drawHead(face: Face): string {
  const { skin, half } = face
  const inner = darker(skin, 0.2)
  const ear = (x: number) =>
    `<ellipse cx="${x}" cy="118" rx="8" ry="11" fill="${skin}"/><path d="M${x - 2} 112q5 5 0 12" fill="none" stroke="${inner}" stroke-width="2" stroke-linecap="round"/>`
  return `${ear(128 - half)}${ear(128 + half)}<path d="${faceShape(face)}" fill="${skin}"/>`
}

export function drawFeatures(face: Face, random: Random): string {
  return [
    cheeks(face),
    age(face),
    nose(face, random),
    mouth(face, random),
    eyes(face, random),
    brows(face, random),
  ].join('')
}

function cheeks({ skin, half }: Face): string {
  const blush = darker(skin, 0.08).replace('#', '')
  const red = `#${blush.slice(0, 2)}5a48`
  const at = half * 0.62
  return `<g fill="${red}" opacity=".16"><ellipse cx="${128 - at}" cy="133" rx="9" ry="6.5"/><ellipse cx="${128 + at}" cy="133" rx="9" ry="6.5"/></g>`
}

function age({ skin, age, half }: Face): string {
  if (age !== 'old') return ''
  const line = `fill="none" stroke="${darker(skin, 0.22)}" stroke-width="1.8" stroke-linecap="round"`
  const corner = half * 0.8
  return `<path d="M${128 - corner} 111l-5-3M${128 - corner} 116l-6 1M${128 + corner} 111l5-3M${128 + corner} 116l6 1M108 134q-5 6-4 12M148 134q5 6 4 12" ${line}/>`
}

function eyes({ skin, half, woman }: Face, random: Random): string {
  const apart = half * 0.42
  const ink = '#2a1a14'
  const kind = random.weighted([
    ['open', 6],
    ['dot', 3],
    ['smiling', 1.6],
  ] as const)
  const lash = (side: number) =>
    woman
      ? `<path d="M${128 + side * (apart + 6)} 112l${side * 5}-4" stroke="${ink}" stroke-width="2.2" stroke-linecap="round"/>`
      : ''
  const iris = random.pick(['#3a2318', '#3a2318', '#2c1a12', '#54361f'])
  const one = (side: number) => {
    const x = 128 + side * apart
    if (kind === 'smiling') {
      return `<path d="M${x - 6} 116q6-9 12 0" fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round"/>`
    }
    if (kind === 'dot')
      return `<ellipse cx="${x}" cy="114" rx="3.6" ry="4.4" fill="${ink}"/><circle cx="${x + 1.3}" cy="112.4" r="1.2" fill="#fff"/>${lash(side)}`
    return `<ellipse cx="${x}" cy="114.5" rx="6.6" ry="5" fill="#fffdf8"/><circle cx="${x}" cy="114.2" r="4.2" fill="${iris}"/><circle cx="${x + 1.4}" cy="112.6" r="1.3" fill="#fff"/>
      <path d="M${x - 7} 113.6q7-8.4 14 0" fill="none" stroke="${darker(skin, 0.75)}" stroke-width="2.4" stroke-linecap="round"/>${lash(side)}`
  }
  return one(-1) + one(1)
}

function brows({ half, hair, woman }: Face, random: Random): string {
  const apart = half * 0.44
  const thick = woman ? random.pick([2.4, 3]) : random.pick([3.6, 4.4, 5.2])
  const tilt = random.pick([-1.5, 0, 0, 1.5])
  const arch = random.pick([4, 5.5, 7])
  const one = (side: number) => {
    const x = 128 + side * apart
    return `<path d="M${x - side * 8} ${102 + tilt}q${side * 8} ${-arch} ${side * 16} ${1 - tilt}"/>`
  }
  return `<g fill="none" stroke="${darker(hair, 0.12)}" stroke-width="${thick}" stroke-linecap="round">${one(-1)}${one(1)}</g>`
}

function nose({ skin, woman }: Face, random: Random): string {
  const wide = woman ? random.pick([5, 6]) : random.pick([6, 7.5, 9])
  const shade = darker(skin, 0.26)
  const kind = random.int(0, 2)
  if (kind === 0)
    return `<path d="M${128 - wide} 130q${wide} 6 ${wide * 2} 0" fill="none" stroke="${shade}" stroke-width="2.6" stroke-linecap="round"/>`
  if (kind === 1)
    return `<path d="M129 112q-1 9-${wide} 17q2 5 ${wide + 3} 3" fill="none" stroke="${shade}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`
  return `<ellipse cx="128" cy="127" rx="${wide}" ry="5.4" fill="${darker(skin, 0.1)}"/><path d="M${128 - wide} 129q${wide} 6.5 ${wide * 2} 0" fill="none" stroke="${shade}" stroke-width="2" stroke-linecap="round"/><ellipse cx="126" cy="124" rx="2.6" ry="2" fill="${lighter(skin, 0.3)}" opacity=".7"/>`
}

function mouth({ skin, woman }: Face, random: Random): string {
  const lip = woman ? random.pick(['#b5483f', '#a83f52', darker(skin, 0.36)]) : darker(skin, 0.42)
  const wide = random.int(11, 15)
  const kind = random.weighted([
    ['smile', 5],
    ['teeth', 4],
    ['side', 2],
  ] as const)
  if (kind === 'teeth') {
    return `<path d="M${128 - wide} 141q${wide} 4 ${wide * 2} 0q-2 14-${wide} 14q-${wide - 2} 0-${wide}-14Z" fill="#7a2b27"/><path d="M${130 - wide} 142.4q${wide - 2} 3.2 ${wide * 2 - 4} 0l-1.6 4.6q-${wide - 4} 2.6-${wide * 2 - 7.6} 0Z" fill="#fffdf8"/>
      <path d="M${128 - wide} 141q${wide} 4 ${wide * 2} 0" fill="none" stroke="${lip}" stroke-width="2.2" stroke-linecap="round"/>`
  }
  if (kind === 'side')
    return `<path d="M${128 - wide + 3} 145q${wide} 5 ${wide * 2 - 3}-4" fill="none" stroke="${lip}" stroke-width="3" stroke-linecap="round"/>`
  return `<path d="M${128 - wide} 142q${wide} 12 ${wide * 2} 0" fill="none" stroke="${lip}" stroke-width="3.2" stroke-linecap="round"/>`
}
