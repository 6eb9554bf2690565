import postcss, { type Declaration, type Rule } from 'postcss'
import type { Plugin } from 'vite'

/** The oldest browsers that we support (README); e2e/engines/oldest-browsers.spec.ts checks what is built. */
export const OLDEST = ['chrome100', 'safari16.4', 'ios16.4', 'firefox140']

/** Declarations that Chrome does not know before 104 and 108, with what it knows in their place. */
const REPLACED = [
  {
    supports: '(height: 1dvh)',
    older: ({ prop, value }: Declaration) =>
      /\d[dsl]vh\b/.test(value) ? { prop, value: value.replace(/(\d)[dsl]vh\b/g, '$1vh') } : null,
  },
  {
    supports: '(translate: 0)',
    older: ({ prop, value }: Declaration) =>
      /^(?:translate|rotate|scale)$/.test(prop) && value !== 'none'
        ? { prop: 'transform', value: `${prop}(${value.trim().replace(/(?<=\)|\w|%) (?=\S)/g, ', ')})` }
        : null,
  },
]

/** Adds to the stylesheet what the oldest supported Chrome needs, where it says itself that it needs it. */
export function stylesForOldChrome(): Plugin {
  return {
    name: 'styles-for-old-chrome',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = withOlder(Buffer.from(file.source).toString('utf8'))
      }
    },
  }
}

function withOlder(css: string): string {
  const root = postcss.parse(css)
  for (const { supports, older } of REPLACED) {
    const rules: Rule[] = []
    root.walkRules((rule) => {
      if (
        rule.parent?.type !== 'atrule' ||
        !('name' in rule.parent) ||
        !/keyframes$/.test(String(rule.parent.name))
      )
        rules.push(rule)
    })
    for (const rule of rules) {
      const declarations = rule.nodes
        .filter((node) => node.type === 'decl')
        .flatMap((declaration) => older(declaration) ?? [])
      if (declarations.length === 0) continue
      const block = postcss.atRule({ name: 'supports', params: `not ${supports}` })
      block.append(
        postcss.rule({ selector: rule.selector, nodes: declarations.map((one) => postcss.decl(one)) }),
      )
      rule.after(block)
    }
  }
  return root.toString()
}
