/** The parts of a received e-mail, decoded. */

export interface MailParts {
  /** The headers, with folded lines joined. */
  head: string
  text: string
  html: string
}

export function partsOf(raw: string): MailParts {
  const [head = ''] = splitHead(raw)
  const bodies = bodiesOf(raw)
  return {
    head: head.replace(/\r\n[ \t]+/g, ' '),
    text: bodies.get('text/plain') ?? '',
    html: bodies.get('text/html') ?? '',
  }
}

/** The decoded bodies of a multipart e-mail by their type, in order. */
export function bodiesOf(raw: string): Map<string, string> {
  const [head = '', body = ''] = splitHead(raw)
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? ''
  return new Map(
    body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => {
        const [partHead = '', content = ''] = splitHead(part.trimStart())
        const type = /content-type: ([^;\r]+)/i.exec(partHead)?.[1] ?? ''
        return [type, decode(content, /content-transfer-encoding: (\S+)/i.exec(partHead)?.[1] ?? '')]
      }),
  )
}

/** The value of a header, undefined when the e-mail has none or several. */
export function headerOf({ head }: MailParts, name: string): string | undefined {
  const found = head.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return found.length === 1 ? found[0]?.slice(name.length + 1).trim() : undefined
}

const splitHead = (text: string) => text.split(/\r\n\r\n([\s\S]*)/)

/** A body or an encoded word of a header. */
export function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
