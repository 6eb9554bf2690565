import 'fake-indexeddb/auto'
import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { onboarding } from '@maestros/dominio/onboarding/textos'
import { resenas } from '@maestros/dominio/resenas/textos'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusalOf as profileRefusal } from '#features/maestro/own-profile/api/save-picture.ts'
import { keepPending, pendingOf } from '#features/onboarding/pictures/pending-store.ts'
import { addPicture, retryPicture } from '#features/onboarding/pictures/uploads.ts'
import { refusalOf as reviewRefusal } from '#features/resenas/api/upload-photo.ts'
import { PICTURES_DATABASE } from '#lib/session/personal/personal-data.ts'
import { setSession } from '#lib/session/session-state.ts'
import { OTHER, signedIn, signedOut, USER } from '../setup/people.ts'
import { SOON } from '../setup/server.ts'

/** Pictures of the onboarding while the session changes. Neither the canvas nor the upload of a browser exists here. */

const shrunk = vi.hoisted(() => ({ wait: Promise.resolve() }))
vi.mock('#entities/picture/shrink-off-thread.ts', () => ({
  shrinkOffThread: async (file: Blob) => {
    await shrunk.wait
    return file
  },
}))

type Sent = { path: string; signal: AbortSignal; answer: PromiseWithResolvers<void> }
const uploads = vi.hoisted((): Sent[] => [])
vi.mock('#lib/client/upload.ts', () => ({
  UploadError: Error,
  uploadOnce: (upload: { path: string; signal: AbortSignal }) => {
    const answer = Promise.withResolvers<void>()
    uploads.push({ ...upload, answer })
    return answer.promise
  },
}))

const toasts = vi.hoisted((): string[] => [])
vi.mock('#ui/toasts/toast.ts', () => ({
  toast: { error: (text: string) => toasts.push(text), success: (text: string) => toasts.push(text) },
}))

const picture = () => new File(['jpeg'], 'ine.jpg', { type: 'image/jpeg' })

beforeEach(() => {
  uploads.length = 0
  toasts.length = 0
  shrunk.wait = Promise.resolve()
  signedIn(USER)
})
afterEach(() => vi.restoreAllMocks())

test('the upload of one person stops when somebody else signs in directly', async () => {
  void addPicture(USER, 'ine', picture())
  await expect.poll(() => uploads.length, SOON).toBe(1)
  signedIn(USER)
  expect(uploads[0]?.signal.aborted).toBe(false)
  setSession({ status: 'loading' })
  signedIn(OTHER)
  expect(uploads[0]?.signal.aborted).toBe(true)
})

const leave = () => {
  signedIn(USER, true)
  signedOut()
}

test.each([
  ['the person has signed out', leave],
  ['somebody else has signed in', () => signedIn(OTHER)],
])('a picture that is ready when %s is neither stored nor sent', async (_when, change) => {
  const ready = Promise.withResolvers<void>()
  shrunk.wait = ready.promise
  const added = addPicture(USER, 'ine', picture())
  change()
  ready.resolve()
  await added
  expect([uploads, await pendingOf(USER)]).toEqual([[], []])
})

test('signing out removes the waiting pictures of the person, and keeps those of another person whose session has ended', async () => {
  await keepPending({ userId: OTHER, paso: 'selfie', name: 'b.jpg', blob: new Blob(['y']) })
  void addPicture(USER, 'ine', picture())
  await expect.poll(() => uploads.length, SOON).toBe(1)
  expect(await pendingOf(USER)).toHaveLength(1)
  leave()
  await expect.poll(() => pendingOf(USER), SOON).toEqual([])
  expect(await pendingOf(OTHER)).toMatchObject([{ name: 'b.jpg' }])
})

test('a HEIC file without a type, as some systems give it, is taken in every form, and what is no picture is not', async () => {
  const heic = new File(['heic'], 'IMG_1.HEIC')
  void addPicture(USER, 'ine', heic)
  await expect.poll(() => uploads.length, SOON).toBe(1)
  expect([profileRefusal(heic), reviewRefusal(heic)]).toEqual([null, null])
  const text = new File(['text'], 'notas.txt')
  await addPicture(USER, 'ine', text)
  expect([...toasts, profileRefusal(text), reviewRefusal(text)]).toEqual([
    onboarding.imagen.soloImagenes,
    miPerfil.imagen.noEsImagen,
    resenas.fotos.soloImagenes,
  ])
})

test('a picture is sent when the database of the browser does not answer', async () => {
  // Closes the connection that is open.
  const deletion = indexedDB.deleteDatabase(PICTURES_DATABASE)
  await expect.poll(() => deletion.readyState, SOON).toBe('done')
  vi.spyOn(indexedDB, 'open').mockReturnValue(new IDBOpenDBRequest())
  void addPicture(USER, 'ine', picture())
  await expect.poll(() => uploads.length, SOON).toBe(1)
})

/** Sends a picture of the INE and returns its upload. */
async function startUpload(): Promise<Sent> {
  const { length } = uploads
  void addPicture(USER, 'ine', picture())
  await expect.poll(() => uploads[length], SOON).toBeDefined()
  return uploads[length] as Sent
}

test('the memory of a picture is freed when another one replaces it, also after a refusal or a finished upload', async () => {
  signedOut()
  signedIn(USER)
  const made = vi.spyOn(URL, 'createObjectURL')
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  const addresses = () => made.mock.results.map(({ value }) => value)
  const freed = () => revoked.mock.calls.map(([address]) => address)
  const unfinished = await startUpload()
  const refused = await startUpload()
  expect(unfinished.signal.aborted).toBe(true)
  expect(freed()).toEqual(addresses().slice(0, 1))
  refused.answer.reject(new Error('refused'))
  await expect.poll(() => toasts, SOON).toEqual([onboarding.imagenes.ine.fallo])
  void retryPicture('ine')
  await expect.poll(() => uploads.length, SOON).toBe(3)
  expect(freed()).toEqual(addresses().slice(0, 2))
  uploads[2]?.answer.resolve()
  await expect.poll(() => toasts, SOON).toContain(onboarding.imagenes.ine.subida)
  expect(freed()).toEqual(addresses().slice(0, 2))
  await startUpload()
  expect(freed()).toEqual(addresses().slice(0, 3))
})

test.each([
  ['the person signs out', leave],
  ['somebody else signs in', () => signedIn(OTHER)],
])('the memory of all pictures is freed when %s', async (_when, change) => {
  const made = vi.spyOn(URL, 'createObjectURL')
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  const finished = await startUpload()
  void addPicture(USER, 'selfie', picture())
  await expect.poll(() => uploads.length, SOON).toBe(2)
  finished.answer.resolve()
  await expect.poll(() => toasts, SOON).toContain(onboarding.imagenes.ine.subida)
  change()
  const addresses = made.mock.results.map(({ value }) => value)
  expect(revoked.mock.calls.map(([address]) => address)).toEqual(expect.arrayContaining(addresses))
})
