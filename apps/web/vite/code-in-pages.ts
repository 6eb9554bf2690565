import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'vite'
import { OLDEST } from './old-browsers.ts'

/**
 * Puts the code and the styles that a page needs until it is live into the page itself. On a slow network each request
 * takes long to begin, and a page that names its files has to arrive before they can be requested (docs/decisions/web-loading.md).
 *
 * Other files of the build import the files whose code is in the page. An import map sends these imports to a small file
 * for each of them, which exports what the code in the page has put into `window.codeInPage`. So no code runs twice.
 */

/** The script by which React Router starts the app, and its parts. */
const START = /<script type="module" async="">([\s\S]*?)<\/script>/
const ENTRY = /import\("(\/assets\/entry\.client-[\w-]+\.js)"\);/
/** As React renders them. */
const PRELOAD = /<link rel="modulepreload" href="(\/assets\/[\w.-]+)"\/>/g
const STYLESHEET = /<link rel="stylesheet" href="(\/assets\/[\w.-]+)" data-precedence="default"\/>/

/**
 * The code is several scripts: the browser compiles and runs one while the next ones arrive. The last one contains the files
 * that match none of these.
 */
const FIRST_SCRIPTS = [/^\/assets\/(?:react|rolldown-runtime)-/, /^\/assets\/base-/]

export async function putCodeIntoPages(folder: string, pages: string[]) {
  const bundles = new Map<string, Promise<string>>()
  for (const page of pages) {
    const path = join(folder, page, 'index.html')
    writeFileSync(path, await withCode(readFileSync(path, 'utf8'), folder, bundles))
  }
}

async function withCode(
  html: string,
  folder: string,
  bundles: Map<string, Promise<string>>,
): Promise<string> {
  const start = START.exec(html)?.[1]
  const entry = start && ENTRY.exec(start)?.[1]
  const sheet = STYLESHEET.exec(html)?.[1]
  if (!entry || !sheet)
    throw new Error('A prerendered page has no script or no styles: correct the expressions that find them')
  const files = [...html.matchAll(PRELOAD)].map(([, href = '']) => href).sort()
  const imported = files.filter((file) => exportedNames(folder, file).length > 0)
  for (const file of imported) writeFileSync(join(folder, inPage(file)), exportsFromPage(folder, file))

  const isLast = (file: string) => !FIRST_SCRIPTS.some((first) => first.test(file))
  const contents = [
    ...FIRST_SCRIPTS.map((first) => [registers(imported.filter((file) => first.test(file)))]),
    [`${registers(imported.filter(isLast))}\n${start.replace(ENTRY, '')}`, `import ${JSON.stringify(entry)}`],
  ]
  let scripts = ''
  for (const modules of contents) {
    const key = modules.join()
    const bundled = bundles.get(key) ?? bundle(folder, modules)
    bundles.set(key, bundled)
    scripts += element('script', await bundled)
  }
  const styles = readFileSync(join(folder, sheet), 'utf8').trim()
  const imports = Object.fromEntries(imported.map((file) => [file, inPage(file)]))
  return (
    html
      .replace('<head>', `<head>${element('script type="importmap"', JSON.stringify({ imports }))}`)
      // React looks for these elements when it takes the page over, and would add what is missing.
      .replaceAll(PRELOAD, '<link rel="modulepreload" media="not all" href="$1"/>')
      .replace(START, element('script type="module" async=""', '/* The code is at the end of the page. */'))
      .replace(STYLESHEET, (link) => element('style', styles) + link.replace('/>', ' disabled=""/>'))
      .replace('</body>', () => `${scripts}</body>`)
  )
}

function element(opening: string, text: string): string {
  const name = opening.split(' ')[0]
  if (text.includes('<!--') || new RegExp(`</${name}`, 'i').test(text)) {
    throw new Error(`The text of a <${name}> contains its own end tag: this file cannot be put into the page`)
  }
  return `<${opening}>${text}</${name}>`
}

/** The address of the file that exports what is in the page, under the names of the original file. */
const inPage = (file: string) => file.replace(/\.js$/, '.in-page.js')

function exportsFromPage(folder: string, file: string): string {
  const names = exportedNames(folder, file)
  const constants = names.map((name, index) => `n${index}=c.${name}`)
  const list = names.map((name, index) => `n${index} as ${name}`)
  return `const c=codeInPage[${JSON.stringify(file)}]${constants.map((one) => `,${one}`).join('')};export{${list}}`
}

/** Built files export by lists only. */
function exportedNames(folder: string, file: string): string[] {
  const code = readFileSync(join(folder, file), 'utf8')
  const items = [...code.matchAll(/\bexport\s*\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','))
  return items.map((item) => item.replace(/^.*\bas\s/s, '').trim()).filter((name) => name !== '')
}

function registers(files: string[]): string {
  const imports = files.map((file, index) => `import * as file${index} from ${JSON.stringify(file)}`)
  const entries = files.map((file, index) => `${JSON.stringify(file)}: file${index}`)
  return `${imports.join('\n')}\nwindow.codeInPage = { ...window.codeInPage, ${entries} }`
}

/** One script of the modules, in their order. What these do not import themselves is in the page already. */
async function bundle(folder: string, modules: string[]): Promise<string> {
  const sources = new Map(modules.map((source, index) => [`virtual:module-${index}`, source]))
  sources.set('virtual:page', [...sources.keys()].map((name) => `import '${name}'`).join('\n'))
  const files = modules.flatMap((source) => source.match(/\/assets\/[\w.-]+\.js(?=";?$)/gm) ?? [])
  const built: Plugin = {
    name: 'code-in-pages',
    enforce: 'pre',
    resolveId(id, _importer, { kind }) {
      const name = basename(id)
      if (sources.has(name)) return `\0${name}`
      const file = `/assets/${name}`
      if (kind === 'dynamic-import') return { id: file, external: 'absolute' }
      if (files.includes(file)) return join(folder, file)
      return { id: join(folder, inPage(file)), moduleSideEffects: false }
    },
    load: (id) => sources.get(id.slice(1)),
  }
  const result = await build({
    configFile: false,
    root: folder,
    publicDir: false,
    logLevel: 'warn',
    plugins: [built],
    build: {
      write: false,
      target: OLDEST,
      lib: { entry: 'virtual:page', formats: ['iife'], name: 'page' },
    },
  })
  const chunks = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [chunk] = chunks
  if (chunks.length !== 1 || chunk?.type !== 'chunk') throw new Error('The code of a page is not one script')
  return chunk.code.trim()
}
