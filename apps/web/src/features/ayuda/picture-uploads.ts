import { ayuda } from '@maestros/dominio/ayuda/textos'
import { backgroundUploads, type FormOwner } from '#entities/picture/background-uploads.ts'
import { toast } from '#ui/toasts/toast.ts'
import { uploadPicture } from './api/upload-picture.ts'
import { keepDraft, readDraft } from './drafts.ts'

const { errores } = ayuda.formulario

/** The id of the form's notice: a later one replaces it. */
export const AVISO = 'ayuda'

/** A person has one form. */
export const formOf = (userId: string): FormOwner => ({ userId, id: 'ayuda' })

const sayNotKept = () => toast.error(errores.titulo, { id: AVISO, description: errores.noGuardada })

/** Uploads of pictures of help requests. */
export const pictureUploads = backgroundUploads({
  what: 'picture of a ticket',
  send: uploadPicture,
  addToDraft: ({ userId }, name) => {
    const draft = readDraft(userId)
    if (!draft.imagenes.includes(name)) keepDraft(userId, { ...draft, imagenes: [...draft.imagenes, name] })
  },
  // The open form shows one notice for all pictures that were chosen together.
  onFailed: (_cause, isOpen) => {
    if (!isOpen) sayNotKept()
  },
  onNotKept: sayNotKept,
})
