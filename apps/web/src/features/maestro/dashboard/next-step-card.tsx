import { type Paso, siguientePaso } from '@maestros/dominio/maestro/panel'
import { textoDePaso, panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { edicionDe } from '@maestros/dominio/verificacion/estados'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { editAddress } from './edit-address.ts'

type Props = { panel: Parameters<typeof siguientePaso>[0] }

export function NextStepCard({ panel }: Props) {
  const paso = siguientePaso(panel)
  const { titulo, texto, accion } = textoDePaso(paso)
  return (
    <Card className="grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div>
        <p className="text-sm font-medium text-muted-foreground">{textos.paso.titulo}</p>
        <h2 className="text-lg font-semibold text-balance">{titulo}</h2>
        <p className="mt-1 text-pretty text-muted-foreground">{texto}</p>
      </div>
      <Link className={buttonClass({ variant: 'next' })} to={addressOf(paso)}>
        {accion}
        <ArrowRight aria-hidden />
      </Link>
    </Card>
  )
}

function addressOf(paso: Paso): string {
  switch (paso.tipo) {
    case 'corregir':
    case 'enviar':
      return editAddress(edicionDe(paso.correccion))
    case 'completar':
    case 'ampliar':
      return editAddress(paso.parte)
    case 'responder':
      return '/chat-maestro'
    case 'esperar':
      return '/perfil-maestro#verificacion'
    case 'resenas':
      return '/perfil-maestro#resenas'
  }
}
