import { chat as textos } from '@maestros/dominio/chat/textos'
import { MENSAJE_ELIMINABLE_MIN } from '@maestros/dominio/limites'
import { comun } from '@maestros/dominio/textos'
import { Copy, Reply, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { CallError } from '#lib/client/call-error.ts'
import { logFailure } from '#lib/device/log.ts'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { deleteMensaje } from '../api/delete-message.ts'
import { serverNow } from '../api/server-time.ts'
import type { Item } from './timeline.ts'

const { opciones } = textos

type Props = {
  item: Item
  onClose: () => void
  /** Null where nobody can write. */
  onReply: ((item: Item) => void) | null
}

/** What one can do with a message: copy its text, answer to it, delete an own one. */
export default function MessageMenu({ item, onClose, onReply }: Props) {
  const [deleting, setDeleting] = useState(false)
  const replied = useRef(false)
  const reply = (answered: Item) => {
    replied.current = true
    onReply?.(answered)
  }
  return (
    <Dialog open onOpenChange={onClose}>
      {/* An answer is written in the field of the conversation, which gets the focus. */}
      <DialogContent
        closeLabel={comun.cerrar}
        onCloseAutoFocus={(event) => replied.current && event.preventDefault()}
      >
        {deleting ? (
          <Confirm item={item} onClose={onClose} />
        ) : (
          <Options
            item={item}
            onClose={onClose}
            onReply={onReply && reply}
            onDelete={() => setDeleting(true)}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

const EXCERPT = 140

function Options({ item, onClose, onReply, onDelete }: Props & { onDelete: () => void }) {
  const { tipo, contenido, bloqueado } = item
  const copy = async () => {
    onClose()
    try {
      await navigator.clipboard.writeText(contenido)
      toast.success(opciones.copiado)
    } catch (cause) {
      logFailure('copy a message', cause)
      toast.error(opciones.noCopiado)
    }
  }
  return (
    <>
      <DialogTitle>{opciones.titulo}</DialogTitle>
      <DialogDescription className="line-clamp-2 [overflow-wrap:anywhere]">
        {tipo === 'texto' ? contenido.slice(0, EXCERPT) : textos.mensajes[tipo]}
      </DialogDescription>
      <div className="mt-4 grid gap-1">
        {tipo === 'texto' && (
          <Option icon={<Copy aria-hidden />} onClick={() => void copy()}>
            {opciones.copiar}
          </Option>
        )}
        {onReply && !bloqueado && (
          <Option
            icon={<Reply aria-hidden />}
            onClick={() => {
              onClose()
              onReply(item)
            }}
          >
            {opciones.responder}
          </Option>
        )}
        {isDeletable(item) && (
          <Option icon={<Trash2 aria-hidden />} onClick={onDelete}>
            {opciones.eliminar}
          </Option>
        )}
      </div>
    </>
  )
}

function Option({ icon, ...props }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="ghost" className="w-full justify-start" onClick={props.onClick}>
      {icon}
      {props.children}
    </Button>
  )
}

/** The server decides; this only hides what it would refuse. */
const isDeletable = ({ own, bloqueado, creadoEn }: Item) =>
  own && !bloqueado && serverNow() - Date.parse(creadoEn) < MENSAJE_ELIMINABLE_MIN * 60_000

function Confirm({ item, onClose }: Pick<Props, 'item' | 'onClose'>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const remove = async () => {
    if (busy) return
    setBusy(true)
    try {
      await deleteMensaje(item.id)
      onClose()
    } catch (cause) {
      logFailure('delete a message', cause)
      // The server says why it refuses.
      const refused = cause instanceof CallError && (cause.status === 403 || cause.status === 404)
      setFailure(refused ? cause.message : opciones.noEliminado)
      setBusy(false)
    }
  }
  return (
    <>
      <DialogTitle>{opciones.eliminar}</DialogTitle>
      <DialogDescription>{opciones.eliminarTexto}</DialogDescription>
      {failure && (
        <p role="alert" className="mt-3 text-destructive">
          {failure}
        </p>
      )}
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button variant="outline" onClick={onClose}>
          {opciones.cancelar}
        </Button>
        <Button variant="destructive" aria-busy={busy} onClick={() => void remove()}>
          {busy ? opciones.eliminando : opciones.confirmar}
        </Button>
      </div>
    </>
  )
}
