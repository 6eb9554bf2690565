import type { APIRequestContext } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The files of the built app, found from its pages: each file names the files that it imports, at once or later. */

const CHUNK = /[\w.-]+-[\w-]{8}\.js\b/g

/** All script files that a page of the app can load: their names with their code. */
export async function builtChunks(request: APIRequestContext): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  const read = async (path: string, name: string) => {
    const answer = await request.get(path, { headers: { accept: 'text/html,*/*' } })
    expect(answer.ok(), path).toBe(true)
    const code = await answer.text()
    known.set(name, code)
    const found = [...code.matchAll(CHUNK)].map(([chunk]) => chunk)
    const unknown = [...new Set(found)].filter((chunk) => !known.has(chunk))
    for (const chunk of unknown) known.set(chunk, '')
    await Promise.all(unknown.map((chunk) => read(`/assets/${chunk}`, chunk)))
  }
  await read('/login', '')
  known.delete('')
  return known
}

const OF_PAGE = /<link rel="modulepreload"[^>]* href="\/assets\/([\w.-]+)"/g

/** The names of the script files that a page starts with: its links name them, also when their code is in the page. */
export async function chunksInPage(request: APIRequestContext, path: string): Promise<Set<string>> {
  const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
  return new Set([...html.matchAll(OF_PAGE)].map(([, name = '']) => name))
}
