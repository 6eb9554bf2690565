import { expect, test, vi } from 'vitest'
import { play, stopPlayback } from '#features/chat/voice/playback.ts'

/** An <audio> that cannot play addresses that have expired. */
class TestAudio extends EventTarget {
  static played: string[] = []
  src = ''
  currentTime = 0
  duration = 1
  playbackRate = 1
  defaultPlaybackRate = 1
  pause = () => undefined
  play = async () => {
    if (this.src === 'expired') throw new DOMException('gone', 'NotSupportedError')
    TestAudio.played.push(this.src)
  }
}
vi.stubGlobal('Audio', TestAudio)

const EXPIRED = { id: '1', src: 'expired' }

test('a voice note whose address has expired is played from a new one', async () => {
  TestAudio.played = []
  expect(await play(EXPIRED, async () => 'renewed')).toBe(true)
  expect(TestAudio.played).toEqual(['renewed'])
  expect(await play(EXPIRED, async () => undefined)).toBe(false)
})

test('a voice note does not begin when its conversation was left while its new address was read', async () => {
  TestAudio.played = []
  const address = Promise.withResolvers<string>()
  const playing = play(EXPIRED, () => address.promise)
  stopPlayback()
  address.resolve('renewed')
  expect(await playing).toBe(true)
  expect(TestAudio.played).toEqual([])
})

test('a voice note does not begin when another one was begun while its new address was read', async () => {
  TestAudio.played = []
  const address = Promise.withResolvers<string>()
  const first = play(EXPIRED, () => address.promise)
  await play({ id: '2', src: 'other' }, async () => undefined)
  address.resolve('renewed')
  await first
  expect(TestAudio.played).toEqual(['other'])
})
