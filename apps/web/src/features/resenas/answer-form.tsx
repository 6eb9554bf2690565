import { largoDe } from '@maestros/dominio/contacto/contacto'
import { RESPUESTA_MAX } from '@maestros/dominio/limites'
import { ayudaDeRespuesta, errorDeRespuesta } from '@maestros/dominio/resenas/formulario'
import { resenas } from '@maestros/dominio/resenas/textos'
import { comun } from '@maestros/dominio/textos'
import { MessageSquareReply } from 'lucide-react'
import { useRef, useState } from 'react'
import { CharacterCount } from '#entities/fields/character-count.tsx'
import { refusalSentence } from '#lib/client/call-error.ts'
import { Button } from '#ui/elements/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { Textarea } from '#ui/fields/textarea.tsx'
import { toast } from '#ui/toasts/toast.ts'
import type { ShownResena } from './api/resenas.ts'
import { useAnswerResena } from './api/responder-resena.ts'
import { keepAnswer, readAnswer } from './drafts.ts'

const { responder: textos } = resenas

type Props = { maestroId: string; resena: Pick<ShownResena, 'id' | 'creado_en'> }

/** The maestro's single answer to a review. What was typed stays after a failure and after a reload. */
export function AnswerForm({ maestroId, resena }: Props) {
  const resenaId = resena.id
  const [open, setOpen] = useState(false)
  const [cancelled, setCancelled] = useState(false)
  const [text, setText] = useState(() => readAnswer(maestroId, resenaId))
  const [submitted, setSubmitted] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const answer = useAnswerResena(maestroId, resenaId)
  if (!open) {
    return (
      <Button
        variant="ghost"
        className="mt-1 -ml-3 px-3 text-primary"
        // The button that cancelled had the focus and is gone.
        autoFocus={cancelled}
        onClick={() => setOpen(true)}
      >
        <MessageSquareReply aria-hidden />
        {textos.boton}
      </Button>
    )
  }
  const wrong = errorDeRespuesta(text)
  const submit = () => {
    setSubmitted(true)
    if (wrong) return field.current?.focus()
    if (answer.isPending) return
    // Not as an option of mutate(): the live event of the answer may take the form away before.
    answer.mutateAsync(text).then(
      () => {
        keepAnswer(maestroId, resenaId, '')
        toast.success(textos.exito)
      },
      () => undefined,
    )
  }
  return (
    <Form
      early={comun.formulario}
      noValidate
      className="mt-3 grid gap-3 rounded-control bg-muted p-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        label={textos.campo}
        hint={ayudaDeRespuesta(resena.creado_en, new Date())}
        error={submitted ? wrong : undefined}
        aside={<CharacterCount length={largoDe(text)} max={RESPUESTA_MAX} />}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            // The person has pressed the button that opens this field.
            autoFocus
            rows={3}
            readOnly={answer.isPending}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              keepAnswer(maestroId, resenaId, target.value)
            }}
          />
        )}
      </Field>
      {answer.isError && (
        <p role="alert" className="text-pretty text-destructive">
          {refusalSentence(answer.error) ?? textos.fallo}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-busy={answer.isPending} aria-disabled={answer.isPending}>
          {answer.isPending ? textos.enviando : textos.enviar}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            setCancelled(true)
            setOpen(false)
          }}
        >
          {textos.cancelar}
        </Button>
      </div>
    </Form>
  )
}
