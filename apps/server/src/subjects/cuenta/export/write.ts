import { tieneTexto } from '@maestros/dominio/chat/conversacion'
import { exportacion as textos } from '@maestros/dominio/cuenta/textos-de-exportacion'
import { fechaYHora } from '@maestros/dominio/fechas'
import type { Row } from 'postgres'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { EXPORT_BUCKET, EXPORT_FOLDER } from '../../../platform/objects/export-place.ts'
import { SealError } from '../../../platform/objects/sealed.ts'
import type { Services } from '../../../platform/services.ts'
import { chatsOf, type ExportedChat, type ExportedMessage, messagesOf } from './conversations.ts'
import { bubble, heading, link, PAGE_END, pageStart, paragraph, picture, record, sound } from './html.ts'
import { SECTIONS } from './sections.ts'
import type { ZipFile } from './zip-file.ts'

type Needs = Pick<Services, 'db' | 'log' | 'objects'>

/** Writes all data of a person: index.html, one page for each conversation, the pictures and voice notes, and the same as JSON. */
export async function writeExport(services: Needs, me: string, zip: ZipFile, signal: AbortSignal) {
  const { maintenance: sql } = services.db
  const { files, missing } = await writeFiles(services, me, zip, signal)
  const chats = await chatsOf(sql, me)
  for (const [index, chat] of chats.entries()) {
    signal.throwIfAborted()
    const name = String(index + 1).padStart(4, '0')
    const messages = () => messagesOf(sql, me, chat.id)
    await zip.text(`conversaciones/${name}.html`, conversationPage(chat, messages(), files))
    await zip.text(`datos/conversaciones/${name}.json`, conversationJson(chat, messages(), files))
  }
  const sections: { name: (typeof SECTIONS)[number]['name']; rows: Row[] }[] = []
  for (const { name, read } of SECTIONS) sections.push({ name, rows: await read(sql, me) })
  await zip.text('datos/datos.json', [
    JSON.stringify(Object.fromEntries(sections.map(({ name, rows }) => [name, rows])), null, 2),
  ])
  await zip.text('index.html', indexPage(sections, chats, [...files.values()], missing))
}

/** Objects of the person, by name, with their file in the ZIP. */
type Files = ReadonlyMap<string, string>

const VOICE_NOTES = 'notas-de-voz'
const isVoiceNote = (file: string) => file.startsWith(`${VOICE_NOTES}/`)

/** Answers also how many files are missing because they cannot be decrypted. One of them must not keep the person from all other data. */
async function writeFiles({ db, log, objects }: Needs, me: string, zip: ZipFile, signal: AbortSignal) {
  const files = new Map<string, string>()
  let missing = 0
  const rows = await db.maintenance<{ place: string; bucket: string; name: string; audio: boolean }[]>`
    select coalesce(key, bucket_id || '/' || name) as place, bucket_id as bucket, name,
      starts_with(mimetype, 'audio/') as audio
    from storage.objects
    where owner = ${me} and not (bucket_id = ${EXPORT_BUCKET} and starts_with(name, ${`${EXPORT_FOLDER}/`}))
    order by created_at, id`
  for (const { place, bucket, name, audio } of rows) {
    signal.throwIfAborted()
    // One file at a time: an upload has at most some megabytes.
    const found = await objects.read(place).catch((error: unknown) => {
      if (!(error instanceof SealError)) throw error
      log.error({ err: error, place }, 'a file is not in the export of its owner')
      missing += 1
      return undefined
    })
    if (!found) continue
    const file = `${audio ? VOICE_NOTES : 'imagenes'}/${bucket}/${name}`
    await zip.bytes(file, found.bytes)
    files.set(name, file)
  }
  return { files, missing }
}

const chatTitle = ({ con }: ExportedChat) => textos.conversacionCon(con ?? textos.personaEliminada)
const chatPlace = ({ servicio, alcaldia }: ExportedChat) => [servicio, alcaldia].filter(Boolean).join(' • ')

async function* conversationPage(
  chat: ExportedChat,
  messages: AsyncIterable<ExportedMessage[]>,
  files: Files,
): AsyncGenerator<string> {
  yield pageStart(chatTitle(chat)) + paragraph(chatPlace(chat)) + link('../index.html', textos.volver)
  if (chat.telefono !== null) yield paragraph(textos.telefono(chat.telefono))
  for await (const part of messages) {
    yield part
      .map((one) =>
        bubble(
          one.propio,
          one.propio ? textos.tu : (chat.con ?? textos.personaEliminada),
          one.creado_en,
          contentOf(one, files),
          noteOf(one),
        ),
      )
      .join('')
  }
  yield PAGE_END
}

function noteOf({ bloqueado, eliminado_en }: ExportedMessage): string | null {
  if (eliminado_en !== null) return textos.eliminadoEn(fechaYHora(eliminado_en))
  return bloqueado ? textos.bloqueado : null
}

function contentOf({ tipo, contenido, propio, eliminado_en }: ExportedMessage, files: Files): string {
  if (eliminado_en !== null) return escapeHtml(textos.mensajeEliminado)
  if (tieneTexto(tipo)) return escapeHtml(contenido ?? '')
  const file = contenido === null ? undefined : files.get(contenido)
  if (tipo === 'audio') {
    if (!propio) return escapeHtml(textos.notaDeVozAjena)
    return file === undefined ? escapeHtml(textos.notaDeVozEliminada) : sound(`../${file}`)
  }
  if (!propio) return escapeHtml(textos.imagenAjena)
  return file === undefined ? escapeHtml(textos.imagenEliminada) : picture(`../${file}`)
}

async function* conversationJson(
  chat: ExportedChat,
  messages: AsyncIterable<ExportedMessage[]>,
  files: Files,
): AsyncGenerator<string> {
  const { id: _id, ...about } = chat
  yield `{"conversacion":${JSON.stringify(about)},"mensajes":[`
  let first = true
  for await (const part of messages) {
    for (const { id: _message, contenido, ...one } of part) {
      const content = tieneTexto(one.tipo) ? contenido : (files.get(contenido ?? '') ?? null)
      yield `${first ? '' : ','}\n${JSON.stringify({ ...one, contenido: content })}`
      first = false
    }
  }
  yield ']}\n'
}

function* indexPage(
  sections: { name: (typeof SECTIONS)[number]['name']; rows: Row[] }[],
  chats: ExportedChat[],
  files: string[],
  missing: number,
): Generator<string> {
  yield pageStart(textos.titulo)
  yield paragraph(textos.hecha(fechaYHora(new Date()))) + paragraph(textos.explicacion)
  if (missing > 0) yield paragraph(textos.archivosQueFaltan(missing))
  for (const { name, rows } of sections) {
    if (rows.length === 0) continue
    yield heading(textos.secciones[name])
    for (const row of rows) yield record(name, row)
  }
  yield heading(textos.conversaciones)
  for (const [index, chat] of chats.entries()) {
    const place = chatPlace(chat)
    const title = place === '' ? chatTitle(chat) : `${chatTitle(chat)} (${place})`
    yield link(`conversaciones/${String(index + 1).padStart(4, '0')}.html`, title)
  }
  const [pictures, sounds] = [files.filter((file) => !isVoiceNote(file)), files.filter(isVoiceNote)]
  yield heading(textos.imagenes)
  if (pictures.length === 0) yield paragraph(textos.sinImagenes)
  for (const file of pictures) yield picture(file)
  if (sounds.length > 0) yield heading(textos.notasDeVoz)
  for (const file of sounds) yield sound(file)
  yield PAGE_END
}
