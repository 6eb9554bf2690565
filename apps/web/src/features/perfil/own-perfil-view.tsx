import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { nombreConInicial } from '@maestros/dominio/nombres'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReceivedProfile } from './api/maestro-profile.ts'
import type { OnEdit } from './edit-button.tsx'
import { HeaderCard } from './header-card.tsx'
import { NumberCards, ReferencesCard } from './trust-cards.tsx'

type Props = {
  maestro: ReceivedProfile
  /** The card of the reviews, which is another feature. */
  reviews: ReactNode
  /** Takes the place of the verified data that seekers see. */
  verification: ReactNode
  /** A reference that is stored and that seekers do not see. */
  hiddenReference: boolean
  onEdit: OnEdit
}

/** The own profile: as a seeker sees it before the contact is unlocked, with a button for each part that can be edited. */
export function OwnPerfilView({ maestro, reviews, verification, hiddenReference, onEdit }: Props) {
  return (
    <>
      <p className="mb-4 flex gap-2 text-pretty text-muted-foreground">
        <Eye aria-hidden className="mt-0.5 size-5 shrink-0" />
        {miPerfil.nota}
      </p>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <HeaderCard
          maestro={maestro}
          name={nombreConInicial(maestro.nombre, maestro.apellido)}
          onEdit={onEdit}
        />
        <aside className="lg:row-span-2">{verification}</aside>
        <div className="grid grid-cols-1 gap-4">
          <NumberCards maestro={maestro} />
          <ReferencesCard
            maestro={asLocked(maestro)}
            hidden={hiddenReference ? miPerfil.referencias.oculta : undefined}
            onEdit={onEdit}
          />
          <div id="resenas" className="scroll-mt-20">
            {reviews}
          </div>
        </div>
      </div>
    </>
  )
}

/** The maestro's own answer has the phones of the references. Seekers see them only after they unlock the contact. */
const asLocked = (maestro: ReceivedProfile): ReceivedProfile => ({
  ...maestro,
  referencias: maestro.referencias.map((one) => ({ ...one, numeroReferencia: null })),
})
