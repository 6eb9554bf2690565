import type { Lado } from '@maestros/dominio/chat/lado'
import { seguridad } from '@maestros/dominio/seguridad/textos'
import { ShieldQuestion } from 'lucide-react'

const { pago: textos } = seguridad

/** Under a message that asks for money in advance: what to check. `whole`: open, for the first such message of a chat. */
export function PaymentNotice({ side, whole }: { side: Lado; whole: boolean }) {
  return (
    <details
      open={whole}
      data-aviso-pago
      className="mt-1.5 max-w-[85%] rounded-control border border-border bg-card text-sm sm:max-w-[75%]"
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 px-3 py-2 font-medium">
        <ShieldQuestion aria-hidden className="size-5 shrink-0 text-primary" />
        <span>{textos.titulo}.</span>
        <span className="text-primary underline underline-offset-2">{textos.revisar}</span>
      </summary>
      <ul className="list-disc space-y-1 pr-3 pb-3 pl-8 text-muted-foreground">
        {textos.puntos[side].map((punto) => (
          <li key={punto}>{punto}</li>
        ))}
      </ul>
    </details>
  )
}
