import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { useId } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'

export function ChatsCard({ chatsSinLeer }: { chatsSinLeer: number }) {
  const id = useId()
  return (
    <Card>
      <section aria-labelledby={id} className="grid h-full content-between gap-3">
        <div>
          <h2 id={id} className="text-lg font-semibold">
            {textos.sinLeer.titulo}
          </h2>
          <p aria-live="polite" className="mt-1 text-pretty text-muted-foreground">
            {chatsSinLeer > 0 ? textos.sinLeer.hay(chatsSinLeer) : textos.sinLeer.ninguna}
          </p>
        </div>
        <Link className={buttonClass({ variant: 'outline' })} to="/chat-maestro">
          {textos.verConversaciones}
        </Link>
      </section>
    </Card>
  )
}
