import { escapeHtml } from '../escape-html.ts'

const BASE_STYLE = `
:root { color-scheme: light dark; --ink: #1f1915; --quiet: #5b544c; --ground: #f5f3f0; --sheet: #ffffff; --blue: #1e4eac; --on-blue: #ffffff; --line: #e7e4df }
@media (prefers-color-scheme: dark) { :root { --ink: #f5f3f0; --quiet: #c3bdb4; --ground: #111418; --sheet: #1c1f25; --blue: #7ba4f0; --on-blue: #111418; --line: #343840 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 24px; line-height: 32px }
p { margin: 0 0 16px }
a { color: var(--blue) }
a:focus-visible, button:focus-visible { outline: 3px solid #f29520; outline-offset: 2px }
`

/** A page of the server's own: no script, no file beside it, in the colours of the web app. `content` is HTML. */
export const plainPage = (title: string, style: string, content: string, lang = 'es-MX'): string =>
  `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${BASE_STYLE}${style}</style></head>
<body><main>${content}</main></body>
</html>
`
