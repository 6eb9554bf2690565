import { isSafePath } from './path.ts'

/**
 * The name of the object that a text refers to: the name itself, or an address of the storage surface for it, which may be
 * public, signed or private, absolute or relative, with or without a token. Undefined when the text is neither.
 */
export function objectNamed(bucket: string, text: string): string | undefined {
  const address = new RegExp(`(?:^|/)object/(?:public|sign|authenticated)/${bucket}/([^?#]+)`)
  const [, escaped] = address.exec(text) ?? []
  const name = escaped === undefined ? text : unescaped(escaped)
  return name !== undefined && isSafePath(name) ? name : undefined
}

function unescaped(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
