import { nombreConInicial } from '@maestros/dominio/nombres'
import type { Ref } from 'react'
import { ActionsBar } from './actions-bar.tsx'
import type { ReceivedProfile, ReceivedResena } from './api/maestro-profile.ts'
import type { OpenContact } from './api/show-contact.ts'
import { ContactCard } from './contact-card.tsx'
import { HeaderCard } from './header-card.tsx'
import { ReviewsCard } from './reviews-card.tsx'
import { NumberCards, ReferencesCard, VerifiedDataCard } from './trust-cards.tsx'

/** The reviews that are loaded, and whether there are more. */
export type Reviews = {
  list: ReceivedResena[]
  hasMore: boolean
  loadingMore: boolean
  failedMore: boolean
  onMore: () => void
}

type Props = {
  maestro: ReceivedProfile
  /** Null while the contact is locked. */
  contacto: OpenContact | null
  contactHeadingRef: Ref<HTMLHeadingElement>
  openingChat: boolean
  onChat: () => void
  onContact: () => void
  onReview: () => void
  reviews: Reviews
}

export function PerfilView({ maestro, contacto, contactHeadingRef, reviews, ...actions }: Props) {
  const name = contacto
    ? `${maestro.nombre} ${contacto.apellido}`
    : nombreConInicial(maestro.nombre, maestro.apellido)
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <HeaderCard maestro={maestro} name={name} />
      <aside className="grid gap-4 lg:sticky lg:top-20 lg:row-span-2">
        <ActionsBar unlocked={contacto !== null} {...actions} />
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
      <div className="grid gap-4">
        <NumberCards maestro={maestro} />
        <ReferencesCard maestro={maestro} />
        <ReviewsCard
          reviews={reviews.list}
          hasMore={reviews.hasMore}
          loadingMore={reviews.loadingMore}
          failedMore={reviews.failedMore}
          onMore={reviews.onMore}
        />
      </div>
      {/* Space for the fixed actions, so that they never cover content. */}
      <div aria-hidden className="h-[calc(5.5rem+env(safe-area-inset-bottom))] lg:hidden" />
    </div>
  )
}
