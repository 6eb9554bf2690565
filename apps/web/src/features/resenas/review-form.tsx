import type { EstadoDeResena } from '@maestros/contrato/resenas/resena-propia'
import { largoDe } from '@maestros/dominio/contacto/contacto'
import { fechaCorta } from '@maestros/dominio/fechas'
import { RESENA_COMENTARIO } from '@maestros/dominio/limites'
import { erroresDeResena } from '@maestros/dominio/resenas/formulario'
import { resenas } from '@maestros/dominio/resenas/textos'
import { comun } from '@maestros/dominio/textos'
import { useEffect, useRef, useState } from 'react'
import { CharacterCount } from '#entities/fields/character-count.tsx'
import { refusalSentence } from '#lib/client/call-error.ts'
import { DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { DialogButtons } from '#ui/dialogs/dialog-buttons.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { Textarea } from '#ui/fields/textarea.tsx'
import { useMounted } from '#ui/timing/use-mounted.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useSaveResena } from './api/guardar-resena.ts'
import { type Draft, keepDraft, readDraft } from './drafts.ts'
import { PhotosField } from './photos-field.tsx'
import { StarInput } from './star-input.tsx'
import { usePhotos } from './use-photos.ts'
import { WorkDoneInput } from './work-done-input.tsx'

const { dialogo: textos, fotos: textosDeFotos } = resenas
const EMPTY: Draft = { puntuacion: null, comentario: '', trabajo_realizado: null, fotos: [] }

type Props = {
  userId: string
  maestroId: string
  nombre: string
  own: EstadoDeResena['resena']
  onDone: () => void
}

/** Writes or edits a review. What was typed is kept until it is saved, also when the dialog or the page is closed. */
export function ReviewForm({ userId, maestroId, nombre, own: stored, onDone }: Props) {
  // It may change while the form is open: by a save whose answer was lost, or by an operator.
  const [own] = useState(stored)
  const [first] = useState(() => readDraft(userId, maestroId) ?? own ?? EMPTY)
  const [puntuacion, setPuntuacion] = useState(first.puntuacion)
  const [trabajo, setTrabajo] = useState(first.trabajo_realizado)
  const [comentario, setComentario] = useState(first.comentario)
  const photos = usePhotos({ userId, maestroId }, first.fotos)
  const [submitted, setSubmitted] = useState(false)
  const mounted = useMounted()
  const save = useSaveResena({
    maestroId,
    onSaved: (sent) => {
      // The form may have been opened again meanwhile: what was typed there is newer than what was saved.
      const draft = readDraft(userId, maestroId)
      if (draft && contentOf(draft) === contentOf(sent)) keepDraft(userId, maestroId, null)
      toast.success(own ? textos.guardada : textos.publicada)
    },
    onFailed: (cause) => {
      if (!mounted.current) toast.error(refusalSentence(cause) ?? textos.falloAlCerrar)
    },
  })
  const stars = useRef<HTMLInputElement>(null)
  const workDone = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)

  const fotos = photos.names
  const review = { puntuacion, comentario, trabajo_realizado: trabajo, fotos }
  const kept = contentOf(review)
  const uploading = photos.photos.some(({ state }) => state === 'uploading')
  useEffect(() => {
    const same = kept === contentOf(EMPTY) || (own !== null && kept === contentOf(own))
    // The upload of a photo adds it to the draft, also when the form is closed.
    keepDraft(userId, maestroId, same && !uploading ? null : JSON.parse(kept))
  }, [userId, maestroId, kept, own, uploading])

  const errors = erroresDeResena(review)
  const shown = submitted ? errors : {}
  const failed = photos.photos.some(({ state }) => state === 'failed')
  const photoError = uploading ? textosDeFotos.esperar : failed ? textosDeFotos.pendiente : undefined
  const failure = (submitted && photoError) || (save.isError && (refusalSentence(save.error) ?? textos.fallo))

  const submit = () => {
    setSubmitted(true)
    if (errors.puntuacion) return stars.current?.focus()
    if (errors.trabajo_realizado) return workDone.current?.focus()
    if (errors.comentario) return text.current?.focus()
    if (photoError || save.isPending || puntuacion === null || trabajo === null) return
    save.mutate({ puntuacion, comentario, trabajo_realizado: trabajo, fotos }, { onSuccess: onDone })
  }

  const length = largoDe(comentario)
  return (
    <Form
      early={comun.formulario}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <DialogTitle className="[overflow-wrap:anywhere]">{textos.escribir(nombre)}</DialogTitle>
      <DialogDescription className="text-pretty">
        {own ? textos.editableHasta(fechaCorta(new Date(own.editable_hasta))) : textos.texto}
      </DialogDescription>
      <div className="mt-4 grid gap-5">
        <StarInput
          value={puntuacion}
          onChange={setPuntuacion}
          busy={save.isPending}
          error={shown.puntuacion}
          firstRef={stars}
        />
        <WorkDoneInput
          value={trabajo}
          onChange={setTrabajo}
          busy={save.isPending}
          error={shown.trabajo_realizado}
          firstRef={workDone}
        />
        <Field
          label={textos.comentario}
          hint={textos.ayuda}
          error={shown.comentario}
          aside={<CharacterCount length={length} max={RESENA_COMENTARIO.max} />}
        >
          {(control) => (
            <Textarea
              {...control}
              ref={text}
              rows={5}
              readOnly={save.isPending}
              value={comentario}
              onChange={(event) => setComentario(event.target.value)}
            />
          )}
        </Field>
        <PhotosField photos={photos} busy={save.isPending} />
      </div>
      <DialogButtons className="grid-cols-[auto_1fr] max-[18.75rem]:grid-cols-1">
        {/* Above the buttons, which stay visible: on a phone the end of the form is below them. */}
        {failure && (
          <p role="alert" className="col-span-full text-pretty text-destructive">
            {failure}
          </p>
        )}
        <Button variant="outline" onClick={onDone}>
          {own ? textos.cancelar : textos.ahoraNo}
        </Button>
        <Button type="submit" variant="next" aria-disabled={save.isPending} aria-busy={save.isPending}>
          {save.isPending ? textos.guardando : own ? textos.guardar : textos.publicar}
        </Button>
      </DialogButtons>
    </Form>
  )
}

/** What a form has, to be compared: only its fields, in its order. */
const contentOf = ({ puntuacion, comentario, trabajo_realizado, fotos }: Draft): string =>
  JSON.stringify({ puntuacion, comentario, trabajo_realizado, fotos })
