import type { Random } from '../random.ts'
import { darker, lighter } from './colour.ts'

/** Working clothes, from the shoulders down, and hats. */

const CLOTHES = ['overalls', 'polo', 'shirt', 'vest', 'apron', 'tee', 'jacket'] as const
export type Clothes = (typeof CLOTHES)[number]
const HATS = ['none', 'cap', 'helmet', 'bandana', 'straw', 'beanie'] as const
export type Hat = (typeof HATS)[number]

export function drawClothes(kind: Clothes, colour: string, wide: number, random: Random): string {
  const left = 128 - wide
  const right = 128 + wide
  const body = (fill: string) =>
    `<path d="M${left} 260C${left} 214 ${left + 26} 200 104 188Q128 214 152 188C${right - 26} 200 ${right} 214 ${right} 260Z" fill="${fill}"/>`
  const arms = (fill: string) =>
    `<path d="M${left + 22} 260q-2-18 3-30M${right - 22} 260q2-18-3-30" fill="none" stroke="${darker(fill, 0.22)}" stroke-width="3" stroke-linecap="round"/>`
  const crew = (fill: string) =>
    `<path d="M103 188Q128 222 153 188" fill="none" stroke="${darker(fill, 0.2)}" stroke-width="6" stroke-linecap="round"/>`
  const collar = (fill: string) =>
    `<path d="M105 184L128 210L112 222L94 194ZM151 184L128 210L144 222L162 194Z" fill="${fill}"/>`
  const shirt = random.pick([
    '#f4efe6',
    '#e7e3dc',
    '#d8e0ea',
    '#f1dfc6',
    '#c94f3d',
    '#e2a13b',
    '#6b7c93',
    '#e9d7d0',
  ])
  const button = `fill="${lighter(colour, 0.6)}"`

  switch (kind) {
    case 'tee':
      return body(colour) + arms(colour) + crew(colour)
    case 'polo':
      return `${body(colour)}${arms(colour)}<path d="M121 210h14v34h-14Z" fill="${darker(colour, 0.14)}"/><circle cx="128" cy="220" r="2.2" ${button}/><circle cx="128" cy="233" r="2.2" ${button}/>${collar(darker(colour, 0.24))}`
    case 'shirt':
      return `${body(colour)}${arms(colour)}<path d="M128 210v50" stroke="${darker(colour, 0.24)}" stroke-width="2.5"/>${collar(lighter(colour, 0.14))}<path d="M150 226h24v16q-12 8-24 0Z" fill="${darker(colour, 0.14)}"/><path d="M156 220v12" stroke="#f2b33d" stroke-width="3.5" stroke-linecap="round"/><circle cx="133" cy="224" r="2" ${button}/><circle cx="133" cy="240" r="2" ${button}/>`
    case 'jacket':
      return `${body(shirt)}${crew(shirt)}<path d="M${left} 260C${left} 214 ${left + 26} 200 104 187L118 260ZM${right} 260C${right} 214 ${right - 26} 200 152 187L138 260Z" fill="${colour}"/><path d="M104 186L96 206L112 232L118 260M152 186L160 206L144 232L138 260" fill="${darker(colour, 0.2)}"/>${arms(colour)}`
    case 'vest': {
      const bright = random.pick(['#f08a24', '#e8d133', '#f08a24'])
      const strip = `stroke="#f3f1ea" stroke-width="8"`
      return `${body(colour)}${crew(colour)}<path d="M${left + 24} 260C${left + 22} 226 ${left + 32} 200 102 189L120 260ZM${right - 24} 260C${right - 22} 226 ${right - 32} 200 154 189L136 260Z" fill="${bright}"/>
        <path d="M${left + 24} 240L116 240M${right - 24} 240L140 240" ${strip}/><path d="M92 194L100 236M164 194L156 236" ${strip}/>`
    }
    case 'overalls':
      return `${body(shirt)}${arms(shirt)}${crew(shirt)}<path d="M86 194L98 232M170 194L158 232" stroke="${darker(colour, 0.1)}" stroke-width="12"/><path d="M90 228h76v32H90Z" fill="${colour}"/><path d="M${left + 28} 260Q86 252 90 240L96 260ZM${right - 28} 260Q170 252 166 240L160 260Z" fill="${colour}"/><path d="M112 240h32v20h-32Z" fill="${darker(colour, 0.16)}"/><circle cx="98" cy="234" r="4" fill="#f2c14e"/><circle cx="158" cy="234" r="4" fill="#f2c14e"/>`
    case 'apron':
      return `${body(shirt)}${arms(shirt)}${crew(shirt)}<path d="M94 192L102 226M162 192L154 226" stroke="${darker(colour, 0.12)}" stroke-width="6"/><path d="M96 222q32 10 64 0l10 38H86Z" fill="${colour}"/><path d="M112 244q16 4 32 0v16h-32Z" fill="${darker(colour, 0.14)}"/>`
  }
}

export function drawHat(kind: Hat, colour: string, half: number, random: Random): string {
  const l = 128 - half
  const r = 128 + half
  switch (kind) {
    case 'none':
      return ''
    case 'helmet': {
      const shell = random.pick(['#f2b51d', '#f2b51d', '#f4f1ea', '#e8702a', '#2f6fb3', '#cf3f35'])
      return `<path d="M${l - 6} 92C${l - 6} 30 ${r + 6} 30 ${r + 6} 92Z" fill="${shell}"/><path d="M120 47q8-4 16 0l3 45h-22Z" fill="${lighter(shell, 0.35)}"/><path d="M${l + 4} 80q4-20 14-27" fill="none" stroke="${lighter(shell, 0.5)}" stroke-width="5" stroke-linecap="round"/><path d="M${l - 16} 91Q128 78 ${r + 16} 91Q${r + 14} 100 ${r + 4} 99Q128 88 ${l - 4} 99Q${l - 14} 100 ${l - 16} 91Z" fill="${darker(shell, 0.14)}"/>`
    }
    case 'cap': {
      const cloth = random.pick([colour, darker(colour, 0.25), '#33405c', '#8c2f2b', '#2f2b2a', '#e7dfd0'])
      return `<path d="M${l - 4} 94C${l - 6} 40 ${r + 6} 40 ${r + 4} 94Q128 80 ${l - 4} 94Z" fill="${cloth}"/><path d="M128 54q-16 6-19 32M128 54q16 6 19 32" fill="none" stroke="${darker(cloth, 0.18)}" stroke-width="2"/><circle cx="128" cy="53" r="4" fill="${darker(cloth, 0.25)}"/><path d="M${l + 2} 88Q128 68 ${r - 2} 88Q${r + 10} 98 ${r + 4} 101Q128 84 ${l - 4} 101Q${l - 10} 98 ${l + 2} 88Z" fill="${darker(cloth, 0.28)}"/>`
    }
    case 'bandana': {
      const cloth = random.pick(['#b8342f', '#27528f', '#2f2b2a', '#2f7a55'])
      const dot = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="2.4"/>`
      return `<path d="M${r - 2} 84q18 0 22 16q-14 2-20-6q6 12 0 22q-10-8-6-30Z" fill="${darker(cloth, 0.18)}"/><path d="M${l - 3} 98C${l - 8} 44 ${r + 8} 44 ${r + 3} 98Q128 72 ${l - 3} 98Z" fill="${cloth}"/><g fill="#fff" opacity=".8">${dot(104, 74)}${dot(120, 64)}${dot(138, 66)}${dot(152, 76)}${dot(112, 84)}${dot(144, 84)}${dot(128, 76)}${dot(96, 86)}${dot(160, 87)}</g>`
    }
    case 'straw':
      return `<ellipse cx="128" cy="88" rx="${half + 42}" ry="17" fill="#d9b366"/><path d="M${l - 2} 86C${l + 2} 36 ${l + 22} 34 128 40C${r - 22} 34 ${r - 2} 36 ${r + 2} 86Q128 98 ${l - 2} 86Z" fill="#e8c77e"/><path d="M${l - 2} 86Q128 98 ${r + 2} 86L${r} 74Q128 86 ${l} 74Z" fill="#7a4a2b"/><path d="M${l - 36} 90Q128 112 ${r + 36} 90" fill="none" stroke="#bb934a" stroke-width="3"/>`
    case 'beanie': {
      const cloth = random.pick(['#46536b', '#7a3b34', '#3d5b4c', '#c98a2d'])
      return `<path d="M${l - 3} 92C${l - 8} 34 ${r + 8} 34 ${r + 3} 92Z" fill="${cloth}"/><path d="M${l - 6} 82Q128 66 ${r + 6} 82V98Q128 82 ${l - 6} 98Z" fill="${darker(cloth, 0.2)}"/>`
    }
  }
}
