import { describe, expect, test } from 'vitest'
import { Overloaded } from '../../../../src/platform/limits/overloaded.ts'
import { trackUploads } from '../../../../src/protocol/storage/uploads/uploads-in-progress.ts'

const open = (changed: object = {}) =>
  trackUploads({
    uploads: 10,
    uploadsPerPerson: 2,
    uploadsPerAddress: 4,
    bytes: 100,
    retryAfter: 5,
    ...changed,
  })
const ana = { person: 'ana', address: '10.0.0.1' }
const luis = { person: 'luis', address: '10.0.0.1' }
const far = { person: 'eva', address: '10.0.0.2' }
const gone = new Error('gone')

describe('uploads in progress', () => {
  test('are counted for each person, for each address and in total, and released once', () => {
    const { admit } = open({ uploads: 5 })
    const first = admit(ana)
    admit(ana)
    expect(() => admit(ana)).toThrow(Overloaded)
    admit(luis)
    admit(luis)
    expect(() => admit({ ...luis, person: 'otro' })).toThrow(Overloaded)
    admit(far)
    expect(() => admit({ person: 'iris', address: '10.0.0.3' })).toThrow(Overloaded)
    first.release(gone)
    first.release(gone)
    admit(ana)
    expect(() => admit({ person: 'iris', address: '10.0.0.3' })).toThrow(Overloaded)
  })

  test('of others are not refused when one person fills the memory: that person’s largest is aborted', () => {
    const { admit } = open()
    const [small, large] = [admit(ana), admit(ana)]
    small.take(30)
    large.take(50)
    const other = admit(luis)
    other.take(40)
    expect(large.signal.reason).toBeInstanceOf(Overloaded)
    expect([small.signal.aborted, other.signal.aborted]).toEqual([false, false])
  })

  test('of the address with the most bytes are aborted first', () => {
    const { admit } = open()
    const mine = admit(ana)
    const beside = admit(luis)
    const other = admit(far)
    mine.take(35)
    beside.take(20)
    other.take(40)
    other.take(10)
    expect([mine.signal.aborted, beside.signal.aborted, other.signal.aborted]).toEqual([true, false, false])
  })

  test('are refused for the person who has the most bytes', () => {
    const { admit } = open()
    admit(luis).take(30)
    const mine = admit(ana)
    mine.take(60)
    expect(() => mine.take(20)).toThrow(Overloaded)
  })

  test('that are complete are not aborted, and their bytes count until they are released', () => {
    const { admit } = open()
    const complete = admit(ana)
    complete.take(90)
    complete.complete()
    const other = admit(luis)
    expect(() => other.take(20)).toThrow(Overloaded)
    other.release(gone)
    complete.release(gone)
    admit(luis).take(100)
  })
})
