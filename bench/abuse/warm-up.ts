import { request } from 'node:http'
import sharp from 'sharp'
import type { Pair } from '../chats/people.ts'

/**
 * Does each kind of costly work once before memory is measured: the threads that hash passwords and the image library
 * are started by their first use and stay. They must not count as memory that an attack has taken.
 */

/** Neither the attacker's address nor one of the other callers'. */
const FROM = '127.0.0.200'
const SIGN_INS = 8
const PICTURE = { width: 4000, height: 3000 }

export async function warmUp(url: string, key: string, { chatId, seeker }: Pair): Promise<void> {
  const signIn = (i: number) =>
    post(`${url}/auth/v1/token?grant_type=password`, 400, {
      headers: { apikey: key, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ email: `nadie-${i}@bench.example`, password: 'no es de nadie' })),
    })
  await Promise.all(Array.from({ length: SIGN_INS }, (_, i) => signIn(i)))
  const body = await sharp({ create: { ...PICTURE, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer()
  await post(`${url}/storage/v1/object/chat-media/${chatId}/${Date.now()}.jpg`, 200, {
    headers: { apikey: key, authorization: `Bearer ${seeker.token}`, 'content-type': 'image/jpeg' },
    body,
  })
}

function post(
  url: string,
  expected: number,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', localAddress: FROM, headers }, (response) => {
      response.resume().once('close', () => {
        if (response.statusCode === expected) resolve()
        else reject(new Error(`${url} answered ${response.statusCode} before the attack`))
      })
    })
    asked.once('error', reject).end(body)
  })
}
