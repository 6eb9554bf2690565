import {
  type Correccion,
  type DatoVerificable,
  type DocumentoDeVerificacion,
  edicionDe,
  type Verificacion,
} from '@maestros/dominio/verificacion/estados'
import { accionDe, verificacion as textos } from '@maestros/dominio/verificacion/textos'
import { VerificationList } from '#entities/verification/verification-list.tsx'
import { cn, LINK } from '#ui/class-names.ts'
import { Button } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import type { Part } from './editable-parts.ts'

type Props = {
  verificacion: readonly Verificacion[]
  /** The documents that are stored. */
  documentos: readonly DocumentoDeVerificacion[]
  onEdit: (part: Part) => void
}

/** What can be sent or changed in any state. Name and photo have their buttons where they are shown. */
const ALWAYS = {
  ine: ['ine', 'reverso'],
  domicilio: ['domicilio', 'comprobante'],
  curp: ['curp'],
} as const satisfies Record<DatoVerificable, readonly Correccion[]>

/** The state of each verification, with buttons for what is asked for and for what can be changed. */
export function VerificationCard({ verificacion, documentos, onEdit }: Props) {
  return (
    <Card id="verificacion" className="scroll-mt-20">
      <h2 className="mb-2 text-lg font-semibold">{textos.titulo}</h2>
      <VerificationList
        verificacion={verificacion}
        documentos={documentos}
        action={({ tipo, siguiente }) => (
          <div className="grid justify-items-start">
            {[...new Set<Correccion>([...siguiente, ...ALWAYS[tipo]])].map((one) => (
              <EditButton
                key={one}
                variant={one === siguiente[0] ? 'primary' : siguiente.includes(one) ? 'outline' : 'ghost'}
                onClick={() => onEdit(edicionDe(one))}
              >
                {accionDe(one, siguiente.includes(one), documentos)}
              </EditButton>
            ))}
          </div>
        )}
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
