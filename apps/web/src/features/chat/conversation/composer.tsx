import { MENSAJE_MAX } from '@maestros/dominio/limites'
import { chat as textos } from '@maestros/dominio/textos/chat'
import { comun } from '@maestros/dominio/textos/comun'
import { ImagePlus, SendHorizontal, Video } from 'lucide-react'
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { toast } from '#ui/toaster.tsx'
import { setDraft, useDraft } from '../drafts.ts'
import { enqueue, useSending } from '../outbox.ts'

const { redactar, video } = textos

type Props = {
  userId: string
  chatId: string
  onTyping: () => void
  onPicture: () => void
  pictureRef: Ref<HTMLButtonElement>
}

/** The text is stored as a draft of this chat. Sending moves it to the outbox. */
export function Composer({ userId, chatId, onTyping, onPicture, pictureRef }: Props) {
  const text = useDraft(userId, chatId)
  const sending = useSending(userId)
  const field = useRef<HTMLTextAreaElement>(null)
  const message = text.trim()

  useAutoHeight(field, text)
  useFocusOnDesktop(field)

  const send = () => {
    if (message === '' || sending) return
    setDraft(userId, chatId, '')
    enqueue(userId, chatId, message)
    field.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of an accent or a word; it must not send then.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <Form
      early={comun.formulario}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="border-t border-border bg-card pb-[env(safe-area-inset-bottom)]"
    >
      <div className="mx-auto flex max-w-reading items-end gap-1 p-2">
        <Button
          ref={pictureRef}
          variant="ghost"
          size="icon"
          aria-label={redactar.imagen}
          aria-haspopup="dialog"
          onClick={onPicture}
        >
          <ImagePlus aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={redactar.video}
          onClick={() => toast.info(video.titulo, { description: video.texto })}
        >
          <Video aria-hidden />
        </Button>
        <textarea
          ref={field}
          value={text}
          onChange={({ target }) => {
            setDraft(userId, chatId, target.value)
            if (target.value.trim() !== '') onTyping()
          }}
          onKeyDown={onKeyDown}
          rows={1}
          maxLength={MENSAJE_MAX}
          enterKeyHint="send"
          aria-label={redactar.campo}
          placeholder={redactar.marcador}
          className="mx-1 block max-h-[calc(7.5em+1.25rem)] min-h-11 min-w-0 flex-1 resize-none rounded-control border border-control bg-background px-3.5 py-2.5 text-foreground placeholder:text-muted-foreground focus-visible:outline-2 focus-visible:-outline-offset-1"
        />
        <Button
          type="submit"
          size="icon"
          aria-label={redactar.enviar}
          disabled={message === '' || sending}
          // The field keeps the focus, so that the keyboard of a phone stays open.
          onPointerDown={(event) => event.preventDefault()}
        >
          <SendHorizontal aria-hidden />
        </Button>
      </div>
    </Form>
  )
}

/** Makes the field as high as its text. The stylesheet limits the height. */
function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    const borders = element.offsetHeight - element.clientHeight
    element.style.height = `${element.scrollHeight + borders}px`
  }, [field, text])
}

function useFocusOnDesktop(field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    if (matchMedia('(hover: hover) and (pointer: fine)').matches)
      field.current?.focus({ preventScroll: true })
  }, [field])
}
