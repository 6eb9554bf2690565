import { nombreConInicial } from '@maestros/dominio/nombres'
import type { ReactNode, Ref } from 'react'
import { ActionsBar } from './actions-bar.tsx'
import type { ReceivedProfile } from './api/maestro-profile.ts'
import { mayHaveReview, type OpenContact } from './api/show-contact.ts'
import { ContactCard } from './contact-card.tsx'
import { HeaderCard } from './header-card.tsx'
import { NumberCards, ReferencesCard, VerifiedDataCard } from './trust-cards.tsx'

type Props = {
  maestro: ReceivedProfile
  /** Null while the contact is locked. */
  contacto: OpenContact | null
  contactHeadingRef: Ref<HTMLHeadingElement>
  openingChat: boolean
  onChat: () => void
  onContact: () => void
  onReview: () => void
  /** 'Escribir una reseña', or what else the seeker can do with a review. */
  reviewLabel: string
  /** The card of the reviews, which is another feature. */
  reviews: ReactNode
}

export function PerfilView({ maestro, contacto, contactHeadingRef, reviews, ...actions }: Props) {
  const name = contacto
    ? `${maestro.nombre} ${contacto.apellido}`
    : nombreConInicial(maestro.nombre, maestro.apellido)
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <HeaderCard maestro={maestro} name={name} />
      <aside className="grid grid-cols-1 gap-4 lg:sticky lg:top-20 lg:row-span-2">
        <ActionsBar reviewable={mayHaveReview(maestro)} {...actions} />
        {contacto && (
          <ContactCard
            nombre={maestro.nombre}
            apellido={contacto.apellido}
            telefono={contacto.telefono}
            oficios={maestro.oficios}
            headingRef={contactHeadingRef}
          />
        )}
        <VerifiedDataCard maestro={maestro} />
      </aside>
      <div className="grid grid-cols-1 gap-4">
        <NumberCards maestro={maestro} />
        <ReferencesCard maestro={maestro} />
        {reviews}
      </div>
      {/* Space for the fixed actions, so that they never cover content. */}
      <div aria-hidden className="h-[calc(var(--bottom-bar)+env(safe-area-inset-bottom))] lg:hidden" />
    </div>
  )
}
