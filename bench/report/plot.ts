/** Horizontal bars as SVG, with the page's own text colour through prefers-color-scheme. */

export interface Bar {
  label: string
  value: number
  /** The text at the end of the bar. */
  text: string
  ours: boolean
}

export interface Panel {
  title: string
  bars: Bar[]
}

const WIDTH = 720
const LABEL = 190
const VALUE = 180
const ROW = 26
const HEAD = 40
const GAP = 18

export function plot(title: string, panels: Panel[]): string {
  let y = 44
  const parts: string[] = []
  for (const panel of panels) {
    parts.push(text(16, y + 18, panel.title, 'class="head"'))
    const most = Math.max(...panel.bars.map(({ value }) => value))
    panel.bars.forEach((bar, i) => {
      parts.push(...drawn(bar, most, y + HEAD + i * ROW - 8))
    })
    y += HEAD + panel.bars.length * ROW + GAP
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img">`,
    `<title>${escaped(title)}</title>`,
    '<style>',
    'text{font:13px system-ui,sans-serif;fill:#1f2937}',
    '.name{font-size:16px;font-weight:600}.head{font-weight:600}',
    '.page{fill:#ffffff}.ours{fill:#b45309}.other{fill:#94a3b8}',
    '@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.page{fill:#111827}.ours{fill:#f59e0b}.other{fill:#64748b}}',
    '</style>',
    `<rect class="page" width="${WIDTH}" height="${y}" rx="8"/>`,
    text(16, 28, title, 'class="name"'),
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

function drawn({ label, value, text: written, ours }: Bar, most: number, y: number): string[] {
  const length = Math.max(1, (value / most) * (WIDTH - LABEL - VALUE))
  return [
    text(LABEL - 8, y + 14, label, 'text-anchor="end"'),
    `<rect class="${ours ? 'ours' : 'other'}" x="${LABEL}" y="${y}" width="${length.toFixed(1)}" height="19" rx="3"/>`,
    text(LABEL + length + 8, y + 14, written),
  ]
}

function text(x: number, y: number, words: string, attributes = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y}" ${attributes}>${escaped(words)}</text>`
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
