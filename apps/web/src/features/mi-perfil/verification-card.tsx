import { verificacion as textos } from '@maestros/dominio/textos/verificacion'
import {
  DATOS_VERIFICABLES,
  type DatoVerificable,
  type DocumentoDeVerificacion,
  documentoFaltante,
  type Verificacion,
} from '@maestros/dominio/verificacion'
import { VerificationList } from '#entities/verification/verification-list.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn, LINK } from '#ui/class-names.ts'
import { type Part, sendLabel } from './parts.ts'

type Props = {
  verificacion: readonly Verificacion[]
  /** The documents that are stored. */
  documentos: readonly DocumentoDeVerificacion[]
  onEdit: (part: Part) => void
}

/** The document besides the datum itself that operators look at. */
const SECOND: { [dato in DatoVerificable]?: 'reverso' | 'comprobante' } = {
  ine: 'reverso',
  domicilio: 'comprobante',
}

/** The state of each verification; every document can be sent again or corrected. A missing one is the main action of its datum. */
export function VerificationCard({ verificacion, documentos, onEdit }: Props) {
  return (
    <Card id="verificacion" className="scroll-mt-20">
      <h2 className="mb-3 text-lg font-semibold">{textos.titulo}</h2>
      <VerificationList
        verificacion={verificacion}
        documentos={documentos}
        action={({ tipo, estado }) => {
          const datum = DATOS_VERIFICABLES.find((one) => one === tipo)
          if (!datum) return null
          const rejected = estado === 'rechazado'
          const missing = documentoFaltante({ tipo, estado }, documentos)
          const second = SECOND[datum]
          return (
            <div className="grid justify-items-start">
              <EditButton
                variant={rejected || missing === datum ? 'primary' : 'ghost'}
                onClick={() => onEdit(datum)}
              >
                {rejected || missing === datum ? textos.reenviar[datum] : textos.cambiar[datum]}
              </EditButton>
              {second && (
                <EditButton
                  variant={missing === second ? 'primary' : rejected ? 'outline' : 'ghost'}
                  onClick={() => onEdit(second)}
                >
                  {sendLabel(second, documentos)}
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
      className={variant === 'ghost' ? cn(LINK, '-ml-4 text-left') : 'mt-2 w-full py-2'}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
