import { esTextoVacio } from '@maestros/dominio/chat/conversacion'
import { chat as textos } from '@maestros/dominio/chat/textos'
import { MENSAJE_CUENTA_DESDE, MENSAJE_MAX } from '@maestros/dominio/limites'
import { comun } from '@maestros/dominio/textos'
import { CornerDownLeft, ImagePlus, SendHorizontal, Video } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type Ref, useId } from 'react'
import { CharacterCount } from '#entities/fields/character-count.tsx'
import { useIsTouch } from '#lib/device/media-queries.ts'
import { cn } from '#ui/class-names.ts'
import { Button } from '#ui/elements/button.tsx'
import { Form } from '#ui/fields/form.tsx'
import { lazyComponent } from '#ui/timing/lazy-component.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useContactUnlocked } from '../api/contact-access.ts'
import { setDraft, useDraft } from '../drafts.ts'
import { enqueue } from '../outbox/outbox.ts'
import { MicButton } from '../voice/mic-button.tsx'
import { useRecording } from '../voice/use-recording.ts'
import { useComposerField } from './use-composer-field.ts'

const { redactar, video } = textos

const RecordingBar = lazyComponent(
  () => import('../voice/recording-bar.tsx'),
  () => <span className="min-h-11 flex-1" />,
)

type Props = {
  userId: string
  chatId: string
  onTyping: () => void
  onPicture: () => void
  pictureRef: Ref<HTMLButtonElement>
  /** The message that the next text answers to. */
  respuestaA: string | undefined
  onSent: () => void
}

/** The text is stored as a draft of this chat. Sending moves it to the outbox. */
export function Composer({ userId, chatId, onTyping, onPicture, pictureRef, respuestaA, onSent }: Props) {
  const text = useDraft(userId, chatId)
  const field = useComposerField(chatId, text)
  const message = text.trim()
  const empty = esTextoVacio(message)
  const excess = message.length - MENSAJE_MAX
  const countId = useId()
  // Moderation cannot hear a telephone number, so voice notes need an unlocked contact.
  const offersVoice = useContactUnlocked() && empty
  const { recording, mic, status, bar, start, end } = useRecording({ userId, chatId, respuestaA, onSent })
  // The keyboard of a phone has no Shift+Enter.
  const offersLineBreak = useIsTouch() && !empty

  const send = () => {
    if (empty) return
    if (excess > 0) return toast.error(redactar.demasiadoLargo(excess), { id: 'demasiado-largo' })
    setDraft(userId, chatId, '')
    void enqueue(userId, chatId, message, respuestaA)
    onSent()
    field.current?.focus()
  }

  const breakLine = () => {
    const element = field.current
    if (!element) return
    element.setRangeText('\n', element.selectionStart, element.selectionEnd, 'end')
    setDraft(userId, chatId, element.value)
    element.focus()
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
      data-keep-clear
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="border-t border-border bg-card pb-[env(safe-area-inset-bottom)]"
    >
      <Count id={countId} length={message.length} excess={excess} />
      <p aria-live="polite" className="sr-only">
        {status}
      </p>
      <div className="relative mx-auto flex max-w-reading items-end gap-1 p-2">
        {recording && <RecordingBar {...recording} {...bar} />}
        <div hidden={recording !== null} className="contents">
          <Button
            ref={pictureRef}
            variant="ghost"
            size="icon"
            // In a very narrow window the typed text needs the space. A picture is sent before or after it.
            className={cn(offersLineBreak && 'max-[13.75rem]:hidden')}
            aria-label={redactar.imagen}
            aria-haspopup="dialog"
            onClick={onPicture}
          >
            <ImagePlus aria-hidden />
          </Button>
          {offersLineBreak ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label={redactar.salto}
              onPointerDown={keepFocus}
              onClick={breakLine}
            >
              <CornerDownLeft aria-hidden />
            </Button>
          ) : (
            <Button
              variant="ghost"
              size="icon"
              // In a very narrow window the text needs the space.
              className="max-[18.75rem]:hidden"
              aria-label={redactar.video}
              onClick={() => toast.info(video.titulo, { description: video.texto })}
            >
              <Video aria-hidden />
            </Button>
          )}
          <textarea
            ref={field}
            value={text}
            onChange={({ target }) => {
              setDraft(userId, chatId, target.value)
              if (!esTextoVacio(target.value)) onTyping()
            }}
            onKeyDown={onKeyDown}
            rows={1}
            aria-invalid={excess > 0}
            aria-describedby={countId}
            enterKeyHint="send"
            aria-label={redactar.campo}
            placeholder={redactar.marcador}
            className="composer-field mx-1 block field-sizing-content max-h-[calc(7.5em+1.25rem)] min-h-11 min-w-0 flex-1 resize-none rounded-control border border-control bg-background px-3.5 py-2.5 text-foreground placeholder:truncate placeholder:text-muted-foreground focus-visible:outline-2 focus-visible:-outline-offset-1 aria-invalid:border-destructive"
          />
        </div>
        {offersVoice || recording ? (
          <MicButton
            ref={mic}
            holding={recording !== null}
            hidden={recording?.locked === true}
            onPress={start}
            onUnavailable={(press) => {
              end(press)
              toast.error(comun.sinConexion, { id: 'nota-de-voz' })
            }}
          />
        ) : (
          <Button
            type="submit"
            size="icon"
            aria-label={redactar.enviar}
            disabled={empty}
            // The first key enables it. A transition took 8 of the 56 ms of that key on a slow phone.
            className="transition-none"
            // It stays enabled for a text that is too long: a touch explains what to do.
            onPointerDown={keepFocus}
          >
            <SendHorizontal aria-hidden />
          </Button>
        )}
      </div>
    </Form>
  )
}

/** The field keeps the focus, so that the keyboard of a phone stays open. */
const keepFocus = (event: PointerEvent) => event.preventDefault()

type CountProps = { id: string; length: number; excess: number }

/** The length of a long message, and what to do when it is too long. */
function Count({ id, length, excess }: CountProps) {
  const tooLong = excess > 0
  return (
    <div
      id={id}
      className={cn('mx-auto max-w-reading px-4 text-right text-sm', tooLong && 'text-destructive')}
    >
      {length >= MENSAJE_CUENTA_DESDE && (
        <p className="pt-2">
          <CharacterCount length={length} max={MENSAJE_MAX} />
          {tooLong && <span className="block text-left text-pretty">{redactar.demasiadoLargo(excess)}</span>}
        </p>
      )}
    </div>
  )
}
