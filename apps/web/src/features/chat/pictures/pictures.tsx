import { chat as textos } from '@maestros/dominio/chat/textos'
import { comun } from '@maestros/dominio/textos'
import { ChoosePictureDialog } from '#entities/picture/choose-picture-dialog.tsx'
import { mayBePicture } from '#entities/picture/kinds.ts'
import { Lightbox } from '#ui/dialogs/lightbox.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { PreviewDialog } from './preview-dialog.tsx'

const { imagen } = textos

const CHOOSE = {
  titulo: imagen.compartir,
  texto: imagen.compartirTexto,
  camara: imagen.camara,
  dispositivo: imagen.dispositivo,
}

type Props = {
  userId: string
  chatId: string
  /** The picture that is previewed: chosen here, pasted or dropped. */
  file: File | null
  onFile: (file: File | null) => void
  sharing: boolean
  onSharing: (open: boolean) => void
  /** The picture that is shown in full size. */
  shown: string | null
  onClose: () => void
  onCloseFocus: () => void
}

/** Choosing, sending and viewing pictures. Loaded as a separate chunk, because most messages are text. */
export default function Pictures({ userId, chatId, file, onFile, sharing, onSharing, ...viewer }: Props) {
  const pick = (picked: File) => {
    if (!mayBePicture(picked)) return toast.error(imagen.soloImagenes)
    onSharing(false)
    onFile(picked)
  }
  return (
    <>
      <ChoosePictureDialog textos={CHOOSE} open={sharing} onOpen={onSharing} onPick={pick} />
      {file && (
        <PreviewDialog
          userId={userId}
          chatId={chatId}
          file={file}
          onDone={() => onFile(null)}
          onCloseFocus={viewer.onCloseFocus}
        />
      )}
      <Lightbox src={viewer.shown} title={imagen.visor} closeLabel={comun.cerrar} onClose={viewer.onClose} />
    </>
  )
}
