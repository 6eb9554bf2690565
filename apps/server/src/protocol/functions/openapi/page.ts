import { escapeHtml } from '../../../platform/escape-html.ts'
import { plainPage } from '../../../platform/http/plain-page.ts'
import type { OpenApiDocument, Operation } from './document.ts'
import { bodyHtml, fieldList } from './schema-html.ts'

/** The OpenAPI document as a page: the calls of each subject with their fields and errors. For developers, in English as the document. */

const STYLE = `
main { max-width: 800px; margin: 0 auto; padding: 24px 16px; overflow-wrap: anywhere }
h1, h2, h3, h4 { margin: 0; scroll-margin-top: 16px }
h1 { margin-bottom: 12px }
h2 { margin: 40px 0 12px; font-size: 20px; line-height: 28px }
h3 { font-size: 16px; font-weight: 600 }
h4 { margin: 16px 0 4px; font-size: 14px; color: var(--quiet) }
h3 a { color: inherit; text-decoration: none }
h3 a:hover { text-decoration: underline }
article p { margin: 8px 0 0 }
ul { margin: 0; padding: 0; list-style: none }
nav h3 { margin-top: 8px }
nav ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr)); gap: 0 16px }
nav a { display: inline-block; padding: 10px 0 }
article { margin-bottom: 16px; padding: 16px; border-radius: 16px; background: var(--sheet) }
code { font: 14px/1.5 ui-monospace, monospace }
.quiet { color: var(--quiet); font-size: 14px }
.method { display: inline-block; margin-right: 4px; padding: 0 8px; border: 1px solid var(--line); border-radius: 8px; font-size: 14px; color: var(--blue) }
.fields li { padding: 4px 0 }
.fields .fields { margin: 4px 0 0 4px; padding-left: 12px; border-left: 2px solid var(--line) }
`

interface Call {
  method: string
  path: string
  operation: Operation
}

export function openApiPage({ info, tags, paths, components }: OpenApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const bySubject = tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const keys = Object.entries(components.securitySchemes).map(
    ([name, { description }]) => `<li><code>${escapeHtml(name)}</code> ${escapeHtml(description)}</li>`,
  )
  return plainPage(
    info.title,
    STYLE,
    `<h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.description)} The same as a document for programs: <a href="/openapi.json">/openapi.json</a>.</p>
<nav>
<h2>Calls</h2>
${bySubject.map(contentsOf).join('\n')}
</nav>
<h2 id="keys">Keys</h2>
<ul class="fields">${keys.join('\n')}</ul>
<h2 id="error">Body of an error</h2>
${bodyHtml(components.schemas.FuncionError)}
${bySubject.map(sectionOf).join('\n')}`,
    'en',
  )
}

interface Subject {
  name: string
  calls: Call[]
}

const contentsOf = ({ name, calls }: Subject) => {
  const links = calls.map(({ operation: { operationId } }) => {
    const id = escapeHtml(operationId)
    return `<li><a href="#${id}">${id}</a></li>`
  })
  return `<h3><a href="#subject-${escapeHtml(name)}">${escapeHtml(name)}</a></h3><ul>${links.join('\n')}</ul>`
}

const sectionOf = ({ name, calls }: Subject) =>
  `<section><h2 id="subject-${escapeHtml(name)}">${escapeHtml(name)}</h2>
${calls.map(callHtml).join('\n')}
</section>`

function callHtml({ method, path, operation }: Call): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const id = escapeHtml(operationId)
  const { 200: done, ...errors } = responses
  const input = [
    ...(parameters.length > 0
      ? [fieldList(parameters.map((one) => ({ ...one, place: `in the ${one.in}` })))]
      : []),
    ...(requestBody ? [bodyHtml(requestBody.content['application/json'].schema)] : []),
  ]
  const headers = Object.keys(done?.headers ?? {}).map((name) => `<code>${escapeHtml(name)}</code>`)
  return `<article id="${id}">
<h3><a href="#${id}"><span class="method">${escapeHtml(method.toUpperCase())}</span> ${escapeHtml(path)}</a></h3>
<p>${escapeHtml(summary)}</p>
<p class="quiet">${escapeHtml(description)}</p>
<h4>Input</h4>
${input.length > 0 ? input.join('\n') : fieldList([])}
<h4>Output</h4>
${done ? bodyHtml(done.content['application/json'].schema) : ''}
${headers.length > 0 ? `<p class="quiet">Headers: ${headers.join(', ')}</p>` : ''}
<h4>Errors</h4>
<ul class="fields">${Object.entries(errors).map(errorHtml).join('\n')}</ul>
</article>`
}

const errorHtml = ([status, { description }]: [string, { description: string }]) =>
  `<li><b>${escapeHtml(status)}</b> <code>${escapeHtml(description)}</code></li>`
