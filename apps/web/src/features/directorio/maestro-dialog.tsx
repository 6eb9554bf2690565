import type { Tarjeta } from '@maestros/contrato/directorio/maestros'
import { resultados } from '@maestros/dominio/directorio/textos'
import { nombreConInicial } from '@maestros/dominio/nombres'
import { comun } from '@maestros/dominio/textos'
import { MessageCircle, UserRound } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { AvailableMark } from '#entities/maestro/available-mark.tsx'
import { LevelChip } from '#entities/maestro/level-chip.tsx'
import { useStartChat } from '#entities/maestro/use-start-chat.ts'
import { VerifiedMark } from '#entities/verification/verified-mark.tsx'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button, buttonClass } from '#ui/elements/button.tsx'
import { CardAvatar, TrackRecord } from './maestro-card.tsx'
import { OficioName } from './oficio-name.tsx'

const { dialogo: textos, tarjeta } = resultados

type Choice = { alcaldia: string; oficio: string }
export type Opened = { maestro: Tarjeta; opener: HTMLElement }

/** What the screen adds below the buttons of the dialog. */
export type ExtraAction = (maestro: Tarjeta) => ReactNode

type Props = { open: boolean; opened: Opened | null; choice: Choice; onClose: () => void; extra: ExtraAction }

export default function MaestroDialog({ open, opened, choice, onClose, extra }: Props) {
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()}>
      {opened && <Content {...opened} choice={choice} extra={extra} />}
    </Dialog>
  )
}

function Content({ maestro, opener, choice, extra }: Opened & { choice: Choice; extra: ExtraAction }) {
  const first = useRef<HTMLAnchorElement>(null)
  const chat = useStartChat()
  return (
    <DialogContent
      closeLabel={comun.cerrar}
      // A dialog that is opened from this one covers it only in part, so this one is hidden meanwhile.
      className="aria-hidden:invisible"
      // Radix does not focus links by itself, and it knows no trigger, because each card opens this dialog.
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        first.current?.focus()
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        opener.focus()
      }}
    >
      <div className="flex gap-4">
        <CardAvatar maestro={maestro} eager className="size-20 text-2xl" />
        <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-1 [overflow-wrap:anywhere]">
          <DialogTitle>{nombreConInicial(maestro.nombre, maestro.apellido)}</DialogTitle>
          <OficioName nombre={maestro.oficio_principal} searched={choice.oficio} />
        </div>
      </div>
      <div className="mt-3">
        <TrackRecord maestro={maestro} />
        <div className="mt-1 flex flex-wrap items-center gap-x-2">
          <AvailableMark dia={maestro.disponible_el} />
          {maestro.identidad_verificada && (
            <VerifiedMark label={tarjeta.verificado} explanation={tarjeta.verificadoExplica} />
          )}
          <LevelChip nivel={maestro.reputacion_nivel} label={maestro.reputacion_chip_label} />
        </div>
      </div>
      <DialogDescription>{textos.ayuda}</DialogDescription>
      <div className="mt-5 grid gap-3">
        <Link
          className={buttonClass({ variant: 'next', size: 'large' })}
          ref={first}
          to={`/perfil/${maestro.id}`}
        >
          <UserRound aria-hidden />
          {textos.perfil}
        </Link>
        {/* Not `disabled` while the chat is being opened: a disabled button loses the focus. */}
        <Button
          variant="outline"
          size="large"
          aria-busy={chat.opening}
          onClick={() => chat.open({ maestroId: maestro.id, ...choice })}
        >
          <MessageCircle aria-hidden className={chat.opening ? 'animate-pulse' : undefined} />
          {chat.opening ? textos.abriendoChat : textos.chatear}
        </Button>
        {extra(maestro)}
      </div>
    </DialogContent>
  )
}
