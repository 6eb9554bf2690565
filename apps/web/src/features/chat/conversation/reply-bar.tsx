import { chat as textos } from '@maestros/dominio/textos/chat'
import { X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import type { Item } from './timeline.ts'

const { redactar, mensajes } = textos

type Props = { item: Item; nombre: string; onCancel: () => void }

/** Above the composer while a message is being answered. */
export function ReplyBar({ item, nombre, onCancel }: Props) {
  return (
    <div className="border-t border-border bg-card">
      <div className="mx-auto flex max-w-reading items-center gap-2 px-3 pt-2">
        <div className="min-w-0 flex-1 rounded-control border-l-4 border-primary bg-muted px-3 py-1.5 text-sm">
          <p className="truncate font-medium text-primary">
            {item.own ? redactar.respondiendoPropio : redactar.respondiendo(nombre)}
          </p>
          <p className="truncate text-muted-foreground">
            {item.tipo === 'texto' ? item.contenido : mensajes[item.tipo]}
          </p>
        </div>
        <Button variant="ghost" size="icon" aria-label={redactar.noResponder} onClick={onCancel}>
          <X aria-hidden />
        </Button>
      </div>
    </div>
  )
}
