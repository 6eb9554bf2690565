import { describe, expect, test } from 'vitest'
import { seal, unseal } from '../../../src/platform/jobs/seal.ts'

describe('a secret in the payload of a job', () => {
  const secret = 'x'.repeat(32)

  test('is read with the same secret, and is different each time', () => {
    const sealed = seal(secret, 'el código es 123456')
    expect(unseal(secret, sealed)).toBe('el código es 123456')
    expect(seal(secret, 'el código es 123456')).not.toBe(sealed)
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('123456')
  })

  test('cannot be read with another secret', () => {
    expect(() => unseal('y'.repeat(32), seal(secret, 'hola'))).toThrow(/another JWT_SECRET/)
  })

  test('cannot be changed', () => {
    const bytes = Buffer.from(seal(secret, 'hola'), 'base64url')
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => unseal(secret, changed.toString('base64url')), `byte ${at}`).toThrow()
    }
  })
})
