import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data'
import { parseSync, Visitor } from 'oxc-parser'
import postcss from 'postcss'

/** Finds what is used in built code and styles that one of the oldest supported browsers does not have. */

/** The same as in apps/web/vite/old-browsers.ts and in the README. */
const OLDEST = { chrome: 100, safari: 16.4, safari_ios: 16.4, firefox: 140 } as const
type Browser = keyof typeof OLDEST
const BROWSERS: Browser[] = ['chrome', 'safari', 'safari_ios', 'firefox']

function lacking(statement: CompatStatement): boolean {
  return BROWSERS.some((browser) => {
    const given = statement.support[browser]
    const entries = given === undefined ? [] : Array.isArray(given) ? given : [given]
    return !entries.some(
      ({ version_added, version_removed, flags }) =>
        !flags && !version_removed && typeof version_added === 'string' && older(version_added, browser),
    )
  })
}

const older = (version: string, browser: Browser) =>
  version === 'preview' ? false : Number.parseFloat(version.replace('≤', '')) <= OLDEST[browser]

/** Missing unless some entry with this name is there in all of them: `at` of an array, but not `toSorted`. */
class Names {
  readonly #all = new Map<string, boolean>()
  add(name: string, statement: CompatStatement | undefined) {
    if (!statement || statement.status?.standard_track === false) return
    this.#all.set(name, (this.#all.get(name) ?? true) && lacking(statement))
  }
  isMissing = (name: string) => this.#all.get(name) === true
}

const globals = new Names()
/** `Promise.withResolvers` */
const statics = new Names()
/** Members of any object, by their name alone: the type is not known. */
const members = new Names()
const attributes = new Names()

const children = (node: Identifier | undefined) =>
  Object.entries(node ?? {}).filter((entry): entry is [string, Identifier] => entry[0] !== '__compat')

/** Interfaces whose members are looked for by name. Those of the others have names that libraries use for their own. */
const COMMON =
  /^(?:CSS|Window|Document|Node|Element|HTML\w*Element|Event|AbortSignal|Response|Request|Headers|URL|URLSearchParams|Blob|File|Navigator)$/

for (const [owner, node] of children(bcd.javascript.builtins)) {
  globals.add(owner, node.__compat)
  for (const [name, member] of children(node)) {
    statics.add(`${owner}.${name}`, member.__compat)
    members.add(name, member.__compat)
  }
}
for (const [owner, node] of children(bcd.api)) {
  globals.add(owner, node.__compat)
  for (const [key, member] of children(node)) {
    const name = key.replace(/_static$/, '')
    if (name !== key) statics.add(`${owner}.${name}`, member.__compat)
    if (COMMON.test(owner)) members.add(name, member.__compat)
  }
}
const elements = children(bcd.html.elements).map(([, node]) => node)
for (const node of [bcd.html.global_attributes, ...elements]) {
  for (const [name, attribute] of children(node)) attributes.add(name.toLowerCase(), attribute.__compat)
}

export function missingInScript(file: string, code: string): string[] {
  const found = new Set<string>()
  new Visitor({
    MemberExpression({ object, property, computed }) {
      if (computed || property.type !== 'Identifier') return
      const owner = object.type === 'Identifier' ? object.name : ''
      if (statics.isMissing(`${owner}.${property.name}`)) found.add(`${owner}.${property.name}`)
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
        return
      if (members.isMissing(callee.property.name)) found.add(`.${callee.property.name}()`)
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && globals.isMissing(callee.name)) found.add(`new ${callee.name}`)
    },
    Property({ key }) {
      // Attributes of elements are properties of an object in the built code.
      if (key.type !== 'Identifier' || !/^popover/.test(key.name)) return
      if (attributes.isMissing(key.name.toLowerCase())) found.add(`<… ${key.name}>`)
    },
  }).visit(parseSync(file, code).program)
  return [...found].sort()
}

const FORGIVING = /:(?:is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g

/** What a browser that does not know it ignores, without harm: a declaration alone is never reported. */
export function missingInStyles(css: string): string[] {
  const found = new Set<string>()
  const report = (what: string, statement: CompatStatement | undefined) => {
    if (statement && lacking(statement)) found.add(what)
  }
  postcss.parse(css).walk((node) => {
    if (node.type === 'atrule') {
      report(`@${node.name}`, bcd.css['at-rules']?.[node.name]?.__compat)
      if (node.name === 'media' && /[<>]=?/.test(node.params)) found.add(`@media ${node.params}`)
    }
    if (node.type !== 'rule') return
    if (node.parent?.type === 'rule') found.add(`nested rule ${node.selector}`)
    // A browser drops a rule whose selector it does not know.
    // In :is and :where it drops only the part that it does not know.
    for (const [, name = ''] of node.selector.replace(FORGIVING, '').matchAll(/(?<!:|\\):{1,2}([a-z-]+)/g)) {
      const statement = bcd.css.selectors?.[name]?.__compat
      if (!name.startsWith('-')) report(`:${name}`, statement)
    }
  })
  return [...found].sort()
}

/** Lengths and transforms that a screen's layout needs; vite/old-browsers.ts writes each again for browsers without them. */
const LAYOUT = [
  { supports: 'height: 1dvh', is: ({ value }: postcss.Declaration) => /\d(?:[dsl]vh|lh)\b/.test(value) },
  {
    supports: 'translate: 0',
    is: ({ prop }: postcss.Declaration) => /^(?:translate|rotate|scale)$/.test(prop),
  },
]

/** Declarations that the oldest browsers drop, where no rule for browsers without them has the same selector. */
export function missingInLayout(css: string): string[] {
  const root = postcss.parse(css)
  return LAYOUT.flatMap(({ supports, is }) => {
    const replaced = new Set<string>()
    root.walkAtRules('supports', ({ params, nodes }) => {
      if (params === `not (${supports})`)
        for (const node of nodes ?? []) if (node.type === 'rule') replaced.add(node.selector)
    })
    const found = new Set<string>()
    root.walkDecls((declaration) => {
      const { parent } = declaration
      if (parent?.type !== 'rule' || !('selector' in parent) || !is(declaration)) return
      // Selectors of one browser only are its own.
      if (!/::-webkit-/.test(String(parent.selector)) && !replaced.has(String(parent.selector)))
        found.add(`${parent.selector} { ${declaration} }`)
    })
    return [...found]
  })
}
