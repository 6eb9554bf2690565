/** A short name of a browser by its User-Agent header, for its owner: 'Chrome en Android'. */
export function browserName(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = BROWSERS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'Navegador'
  const system = SYSTEMS.find(([, pattern]) => pattern.test(text))?.[0]
  return system ? `${browser} en ${system}` : browser
}

/** In this order: most browsers name others too. */
const BROWSERS = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Opera', /OPR\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const

const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone o iPad', /iPhone|iPad|iOS/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh|Mac OS/],
  ['Linux', /Linux/],
] as const
