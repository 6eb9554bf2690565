import { verificacion as textos } from '@maestros/dominio/textos/verificacion'
import { DATOS_VERIFICABLES, type DatoVerificable, type Verificacion } from '@maestros/dominio/verificacion'
import { VerificationList } from '#entities/verification/verification-list.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

type Props = { verificacion: readonly Verificacion[]; onEdit: (documento: DatoVerificable) => void }

/** The state of each verification; every document can be sent again or corrected. */
export function VerificationCard({ verificacion, onEdit }: Props) {
  return (
    <Card id="verificacion" className="scroll-mt-20">
      <h2 className="mb-3 text-lg font-semibold">{textos.titulo}</h2>
      <VerificationList
        verificacion={verificacion}
        action={({ tipo, estado }) => {
          const documento = DATOS_VERIFICABLES.find((one) => one === tipo)
          if (!documento) return null
          const rejected = estado === 'rechazado'
          return (
            <Button
              variant={rejected ? 'primary' : 'ghost'}
              className={
                rejected ? 'mt-2 w-full' : '-ml-4 text-left text-primary underline underline-offset-4'
              }
              aria-haspopup="dialog"
              onClick={() => onEdit(documento)}
            >
              {rejected ? textos.reenviar[documento] : textos.cambiar[documento]}
            </Button>
          )
        }}
      />
    </Card>
  )
}
