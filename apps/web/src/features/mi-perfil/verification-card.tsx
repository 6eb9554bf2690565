import { verificacion as textos } from '@maestros/dominio/textos/verificacion'
import { DATOS_VERIFICABLES, type DatoVerificable, type Verificacion } from '@maestros/dominio/verificacion'
import { VerificationList } from '#entities/verification/verification-list.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { Part } from './parts.ts'

type Props = { verificacion: readonly Verificacion[]; onEdit: (part: Part) => void }

/** The document besides the datum itself that operators look at. */
const SECOND: { [dato in DatoVerificable]?: 'reverso' | 'comprobante' } = {
  ine: 'reverso',
  domicilio: 'comprobante',
}

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
          const second = SECOND[documento]
          return (
            <div className="grid justify-items-start">
              <EditButton variant={rejected ? 'primary' : 'ghost'} onClick={() => onEdit(documento)}>
                {rejected ? textos.reenviar[documento] : textos.cambiar[documento]}
              </EditButton>
              {second && (
                <EditButton variant={rejected ? 'outline' : 'ghost'} onClick={() => onEdit(second)}>
                  {textos.enviar[second]}
                </EditButton>
              )}
            </div>
          )
        }}
      />
    </Card>
  )
}

type EditButtonProps = { variant: 'primary' | 'outline' | 'ghost'; onClick: () => void; children: string }

function EditButton({ variant, onClick, children }: EditButtonProps) {
  return (
    <Button
      variant={variant}
      className={
        variant === 'ghost' ? '-ml-4 text-left text-primary underline underline-offset-4' : 'mt-2 w-full'
      }
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
