import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { Overloaded } from '../../../../src/platform/limits/overloaded.ts'
import { receive } from '../../../../src/protocol/storage/uploads/receive.ts'
import { trackUploads } from '../../../../src/protocol/storage/uploads/uploads-in-progress.ts'

const LIMITS = { uploads: 10, uploadsPerPerson: 10, uploadsPerAddress: 10, bytes: 100, retryAfter: 5 }
const rate = { bytesPerSecond: 1, graceSeconds: 60 }
const who = { person: 'ana', address: '203.0.113.1' }
const chunks = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(10)))
const sink = { write: () => undefined }

describe('the body of an upload', () => {
  test('counts against the memory of all uploads while it arrives', async () => {
    const progress = trackUploads(LIMITS).admit(who)
    await expect(receive(chunks(11), sink, progress, { maxBytes: 1000, rate })).rejects.toBeInstanceOf(
      Overloaded,
    )
  })

  test('of as many bytes as allowed is received, and of one more is refused', async () => {
    const progress = () => trackUploads(LIMITS).admit(who)
    await receive(chunks(5), sink, progress(), { maxBytes: 50, rate })
    await expect(receive(chunks(5), sink, progress(), { maxBytes: 49, rate })).rejects.toMatchObject({
      code: 'EntityTooLarge',
    })
  })
})
