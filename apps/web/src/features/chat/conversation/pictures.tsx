import { chat as textos } from '@maestros/dominio/textos/chat'
import { comun } from '@maestros/dominio/textos/comun'
import { useState } from 'react'
import { ChoosePictureDialog } from '#entities/picture/choose-picture-dialog.tsx'
import { Lightbox } from '#ui/lightbox.tsx'
import { toast } from '#ui/toaster.tsx'
import { PreviewDialog } from './preview-dialog.tsx'

const { imagen } = textos

const CHOOSE = {
  titulo: imagen.compartir,
  texto: imagen.compartirTexto,
  camara: imagen.camara,
  dispositivo: imagen.dispositivo,
}

type Props = {
  chatId: string
  sharing: boolean
  onSharing: (open: boolean) => void
  /** The picture that is shown in full size. */
  shown: string | null
  onClose: () => void
  onCloseFocus: () => void
}

/** Choosing, sending and viewing pictures. Loaded as a separate chunk, because most messages are text. */
export default function Pictures({ chatId, sharing, onSharing, shown, onClose, onCloseFocus }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const pick = (picked: File) => {
    if (!picked.type.startsWith('image/')) return toast.error(imagen.soloImagenes)
    onSharing(false)
    setFile(picked)
  }
  return (
    <>
      <ChoosePictureDialog textos={CHOOSE} open={sharing} onOpen={onSharing} onPick={pick} />
      {file && (
        <PreviewDialog chatId={chatId} file={file} onDone={() => setFile(null)} onCloseFocus={onCloseFocus} />
      )}
      <Lightbox src={shown} title={imagen.visor} closeLabel={comun.cerrar} onClose={onClose} />
    </>
  )
}
