import { resenas } from '@maestros/dominio/resenas/textos'
import { backgroundUploads } from '#entities/picture/background-uploads.ts'
import { NotAPicture } from '#entities/picture/prepare.ts'
import { UploadError } from '#lib/client/upload.ts'
import { toast } from '#ui/toasts/toast.ts'
import { uploadPhoto } from './api/upload-photo.ts'
import { keepDraft, readDraft } from './drafts.ts'

const { fotos: textos } = resenas

/** The id of the toast: a second photo replaces it. */
const sayNotKept = () => toast.error(textos.noGuardada, { id: 'foto-de-resena' })

/** Uploads of photos of reviews. The id of a form is that of the maestro. */
export const photoUploads = backgroundUploads({
  what: 'photo of a review',
  send: uploadPhoto,
  // An open form keeps a draft while a photo is uploading. Without one, the review was saved meanwhile.
  addToDraft: ({ userId, id }, name) => {
    const draft = readDraft(userId, id)
    if (draft && !draft.fotos.includes(name))
      keepDraft(userId, id, { ...draft, fotos: [...draft.fotos, name] })
  },
  onFailed: (cause, isOpen) => {
    if (cause instanceof NotAPicture) toast.error(textos.ilegible)
    else if (!isOpen) sayNotKept()
    else if (cause instanceof UploadError && cause.serverMessage) toast.error(cause.serverMessage)
  },
  onNotKept: sayNotKept,
})
