import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { addStaticFiles } from '../../../src/platform/http/static.ts'
import { searchPages } from '../../../src/subjects/directorio/pages/routes.ts'
import type { TestApp } from '../app.ts'

/**
 * A server with the public search pages only, on the database of an app. The template names every field once, so that the
 * tests need no build of the web app; e2e/directorio/search-pages.spec.ts tests the real one.
 */
const TEMPLATE = `<!doctype html><head><title>{{pagina}}</title><meta name="description" content="{{descripcion}}">
<link rel="canonical" href="https://maestros.example{{direccion}}"><meta name="robots" content="{{robots}}"></head>
<nav>{{#migas}}<a href="{{destino}}">{{nombre}}</a>{{/migas}}{{actual}}</nav>
<h1>{{titulo}}</h1><p>{{entrada}}</p><a href="{{registro}}">{{boton}}</a><a href="{{acceso}}">acceso</a><p>{{cierre}}</p>
{{#cifras}}<ul>{{#totales}}<li>{{valor}} {{nombre}}</li>{{/totales}}{{#niveles}}<li>{{nombre}}: {{valor}}</li>{{/niveles}}
{{#calificaciones}}<li>{{nombre}}: {{valor}}</li>{{/calificaciones}}</ul>{{/cifras}}
{{#maestros}}<h2>{{encabezado}}</h2>{{#tarjetas}}<article>{{nombre}}|{{iniciales}}|{{#experto}}experto{{/experto}}{{#confianza}}confianza{{/confianza}}{{#nuevo}}nuevo{{/nuevo}}|{{#verificado}}verificado{{/verificado}}|{{#disponible}}disponible{{/disponible}}|{{#calificacion}}{{promedio}} {{resenas}}{{/calificacion}}{{#sinResenas}}sin{{/sinResenas}}|{{#trabajos}}{{trabajos}}{{/trabajos}}</article>{{/tarjetas}}{{#resto}}<p>{{resto}}</p>{{/resto}}{{/maestros}}
{{#grupos}}<section>{{encabezado}}{{#enlaces}}<a href="{{destino}}">{{nombre}} ({{cuenta}})</a>{{/enlaces}}</section>{{/grupos}}
<dl>{{#preguntas}}<dt>{{pregunta}}</dt><dd>{{respuesta}}</dd>{{/preguntas}}</dl>
<script type="application/ld+json">{{{datos}}}</script>`

export const NOT_FOUND = '<!doctype html><p>no existe</p>'

export async function serveSearchPages(
  { services: { config, db } }: TestApp,
  settings: Partial<typeof config> = {},
  clock?: { now(): number },
) {
  const root = mkdtempSync(join(tmpdir(), 'maestros-pages-'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><p>la aplicación</p>')
  writeFileSync(join(root, '__no-encontrada.html'), NOT_FOUND)
  const own = { ...config, siteUrl: 'https://maestros.example', ...settings }
  const pages = searchPages({ config: own, db }, TEMPLATE, clock)
  const server = Fastify()
  await server.register(pages.routes)
  await addStaticFiles(server, own, { root, listed: pages.listed })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        redirect: 'manual',
        headers: { accept: 'text/html', 'accept-encoding': 'identity', ...headers },
      }),
    close: async () => {
      await server.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** The text of each card of a page, as the template above writes it. */
export const cardsOf = (html: string): string[] =>
  [...html.matchAll(/<article>(.*?)<\/article>/g)].map(([, card = '']) => card)

export const dataOf = (html: string): { '@graph': { '@type': string }[] } =>
  JSON.parse(/ld\+json">(.*)<\/script>$/s.exec(html)?.[1] ?? '')
