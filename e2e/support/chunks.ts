import type { APIRequestContext } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The files of the built app, found from its pages: each file names the files that it imports, at once or later. */

const CHUNK = /[\w.-]+-[\w-]{8}\.js\b/g

/** The names of all script files that a page of the app can load. */
export async function builtChunks(request: APIRequestContext): Promise<Set<string>> {
  const known = new Set<string>()
  const read = async (path: string) => {
    const answer = await request.get(path, { headers: { accept: 'text/html,*/*' } })
    expect(answer.ok(), path).toBe(true)
    const found = [...(await answer.text()).matchAll(CHUNK)].map(([name]) => name)
    const unknown = [...new Set(found)].filter((name) => !known.has(name))
    for (const name of unknown) known.add(name)
    await Promise.all(unknown.map((name) => read(`/assets/${name}`)))
  }
  await read('/login')
  return known
}

const OF_PAGE = /<link rel="modulepreload"[^>]* href="\/assets\/([\w.-]+)"/g

/** The names of the script files that a page starts with: its links name them, also when their code is in the page. */
export async function chunksInPage(request: APIRequestContext, path: string): Promise<Set<string>> {
  const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
  return new Set([...html.matchAll(OF_PAGE)].map(([, name = '']) => name))
}
