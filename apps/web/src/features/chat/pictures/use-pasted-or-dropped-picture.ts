import { chat as textos } from '@maestros/dominio/chat/textos'
import { useEffect, useEffectEvent, useState } from 'react'
import { mayBePicture } from '#entities/picture/kinds.ts'
import { toast } from '#ui/toasts/toast.ts'

type Options = { enabled: boolean; onPicture: (file: File) => void }

/** Takes a picture that is pasted or dropped into the conversation. Returns whether a file is being dragged over it. */
export function usePastedOrDroppedPicture({ enabled, onPicture }: Options): boolean {
  const [dragging, setDragging] = useState(false)

  const take = useEffectEvent((files: Iterable<File>) => {
    const [file, ...others] = files
    if (!file) return
    if (!mayBePicture(file)) return toast.error(textos.imagen.soloImagenes)
    if (others.length > 0) toast.info(textos.imagen.deUnaEnUna)
    onPicture(file)
  })

  useEffect(() => {
    if (!enabled) return
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData: data } = event
      // A copy from a spreadsheet or a text document holds the text and a picture of it: the text is meant.
      if (!data || data.files.length === 0 || data.getData('text/plain') !== '') return
      event.preventDefault()
      take(data.files)
    }
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Without this the browser opens the file in place of the page.
      event.preventDefault()
      setDragging(true)
    }
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setDragging(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragging(false)
      take(event.dataTransfer?.files ?? [])
    }
    document.addEventListener('paste', onPaste)
    document.addEventListener('dragover', onDrag)
    document.addEventListener('dragleave', onLeave)
    document.addEventListener('drop', onDrop)
    return () => {
      setDragging(false)
      document.removeEventListener('paste', onPaste)
      document.removeEventListener('dragover', onDrag)
      document.removeEventListener('dragleave', onLeave)
      document.removeEventListener('drop', onDrop)
    }
  }, [enabled])
  return dragging
}
