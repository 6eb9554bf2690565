import {
  CAMPOS,
  type CampoDeTicket,
  erroresDeTicket,
  type Ticket,
} from '@maestros/dominio/ayuda/formulario-de-ticket'
import { ayuda } from '@maestros/dominio/ayuda/textos'
import { largoDe } from '@maestros/dominio/contacto/contacto'
import { TICKET_MENSAJE_MAX } from '@maestros/dominio/limites'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { CharacterCount } from '#entities/fields/character-count.tsx'
import { ownPersonQuery, wholeName } from '#entities/person/own-person.ts'
import { isUnreachable, refusalSentence } from '#lib/client/call-error.ts'
import { logFailure } from '#lib/device/log.ts'
import { Button } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { Input } from '#ui/fields/input.tsx'
import { Textarea } from '#ui/fields/textarea.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useIsSentEarlier, useSendTicket } from './api/tickets.ts'
import { addressOf } from './api/upload-picture.ts'
import { attemptFor, type Draft, keepDraft, readDraft, SENT, UNTOUCHED } from './drafts.ts'
import { AVISO } from './picture-uploads.ts'
import { PicturesField } from './pictures-field.tsx'
import { usePictures } from './use-pictures.ts'

const { formulario: textos } = ayuda
const { errores } = textos

type Props = { userId: string; messageRef: RefObject<HTMLTextAreaElement | null> }

/** The ticket form. What was typed and uploaded is kept until it is sent, also when the page is loaded again. */
export function TicketForm(props: Props) {
  const waiting = useIsSentEarlier(props.userId)
  // When that ticket has been sent or has failed, the form begins with what the draft is then.
  return <DraftForm key={String(waiting)} {...props} waiting={waiting} />
}

function DraftForm({ userId, messageRef, waiting }: Props & { waiting: boolean }) {
  const { data: person } = useQuery(ownPersonQuery(userId))
  const [draft, setDraft] = useState(() => readDraft(userId))
  const [checked, setChecked] = useState(false)
  const pictures = usePictures(userId, draft.imagenes)
  const send = useSendTicket({
    userId,
    onSent: () => {
      setDraft(SENT)
      keepDraft(userId, UNTOUCHED)
      setChecked(false)
      pictures.clear()
      toast.success(textos.exito.titulo, { id: AVISO, description: textos.exito.texto })
    },
    onFailed: (cause) => {
      logFailure('support ticket', cause)
      toast.error(errores.titulo, { id: AVISO, description: errores.envio })
    },
  })
  const name = useRef<HTMLInputElement>(null)
  const mail = useRef<HTMLInputElement>(null)

  const ticket: Ticket = {
    nombre: draft.nombre ?? (person ? wholeName(person) : ''),
    correo: draft.correo ?? person?.correo ?? '',
    mensaje: draft.mensaje,
  }
  const errors = erroresDeTicket(ticket)
  const shown = checked ? errors : {}
  const failed = pictures.pictures.some(({ state }) => state === 'failed')

  const busy = waiting || send.isPending

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepDraft(userId, { ...next, imagenes })
  }

  const imagenes = pictures.pictures.flatMap(({ name }) => name ?? [])
  const uploaded = JSON.stringify(imagenes)
  useEffect(() => {
    const stored = readDraft(userId)
    if (JSON.stringify(stored.imagenes) !== uploaded)
      keepDraft(userId, { ...stored, imagenes: JSON.parse(uploaded) })
  }, [userId, uploaded])

  const refuse = (wrong: CampoDeTicket) => {
    const fields = { nombre: name, correo: mail, mensaje: messageRef }
    fields[wrong].current?.focus()
    toast.error(errores.titulo, { id: AVISO, description: <Sentences errors={errors} /> })
  }

  const submit = () => {
    setChecked(true)
    if (pictures.uploading || busy) return
    const wrong = CAMPOS.find((field) => errors[field] !== undefined)
    if (wrong) return refuse(wrong)
    if (failed)
      return toast.warning(textos.advertencia.titulo, { id: AVISO, description: textos.advertencia.texto })
    const imagenes_url = imagenes.map(addressOf)
    const attempt = attemptFor(draft, { ...ticket, imagenes_url })
    change({ attempt })
    send.mutate({ ...ticket, imagenes_url, client_id: attempt.id })
  }

  const length = largoDe(draft.mensaje)
  return (
    <Card>
      <h2 id="escribenos" tabIndex={-1} className="scroll-mt-24 text-xl font-semibold outline-none">
        {textos.titulo}
      </h2>
      <p className="mt-1 text-pretty text-muted-foreground">{textos.texto}</p>
      <Form
        early={comun.formulario}
        noValidate
        aria-labelledby="escribenos"
        className="mt-4 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label={textos.nombre} error={shown.nombre}>
          {(control) => (
            <Input
              {...control}
              ref={name}
              name="nombre"
              autoComplete="name"
              required
              readOnly={busy}
              value={ticket.nombre}
              onChange={({ target }) => change({ nombre: target.value })}
            />
          )}
        </Field>
        <Field label={textos.correo} hint={textos.correoAyuda} error={shown.correo}>
          {(control) => (
            <Input
              {...control}
              ref={mail}
              name="correo"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              readOnly={busy}
              value={ticket.correo}
              onChange={({ target }) => change({ correo: target.value })}
            />
          )}
        </Field>
        <Field
          label={textos.mensaje}
          error={shown.mensaje}
          aside={
            length > TICKET_MENSAJE_MAX * NEAR_THE_END && (
              <CharacterCount length={length} max={TICKET_MENSAJE_MAX} />
            )
          }
        >
          {(control) => (
            <Textarea
              {...control}
              ref={messageRef}
              name="mensaje"
              rows={6}
              required
              readOnly={busy}
              value={draft.mensaje}
              onChange={({ target }) => change({ mensaje: target.value })}
            />
          )}
        </Field>
        <PicturesField
          pictures={pictures}
          busy={busy}
          error={checked && failed ? textos.imagenes.pendiente : undefined}
        />
        {send.isError && (
          <p role="alert" className="text-pretty text-destructive">
            {sentenceOf(send.error)}
          </p>
        )}
        {/* `aria-disabled` instead of `disabled`: a disabled button would lose the focus. */}
        <Button
          type="submit"
          variant="next"
          size="large"
          aria-disabled={busy || pictures.uploading}
          aria-busy={busy || pictures.uploading}
        >
          {busy ? textos.enviando : pictures.uploading ? textos.subiendo : textos.enviar}
        </Button>
      </Form>
    </Card>
  )
}

/** From this part of the longest message on, its length is shown. */
const NEAR_THE_END = 0.8

/** All errors of the form, one on each line of the notice. */
function Sentences({ errors }: { errors: Partial<Record<CampoDeTicket, string>> }) {
  return CAMPOS.flatMap((field) => errors[field] ?? []).map((sentence) => (
    <span key={sentence} className="block">
      {sentence}
    </span>
  ))
}

const sentenceOf = (cause: unknown): string =>
  refusalSentence(cause) ?? (isUnreachable(cause) ? textos.fallo.sinConexion : textos.fallo.otro)
