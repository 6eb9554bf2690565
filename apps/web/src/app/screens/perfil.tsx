import { nombreConInicial } from '@maestros/dominio/nombres'
import { perfil } from '@maestros/dominio/perfil/textos'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useParams } from 'react-router'
import { useStartChat } from '#entities/maestro/use-start-chat.ts'
import type { Stage } from '#features/contacto/contact-dialogs.tsx'
import { readChoice } from '#features/directorio/stored-choice.ts'
import { isUnknownMaestro, perfilQuery, prefetchPerfil } from '#features/perfil/api/maestro-profile.ts'
import { contactIn, mayHaveReview, useLivePerfil } from '#features/perfil/api/show-contact.ts'
import { useRecordedView } from '#features/perfil/api/track-profile-view.ts'
import { useBackNavigation } from '#features/perfil/back-navigation.ts'
import { PerfilView } from '#features/perfil/perfil-view.tsx'
import { MaestroNotFound, PerfilFailed, PerfilLoading } from '#features/perfil/states.tsx'
import { useLiveResenas } from '#features/resenas/api/live-resenas.ts'
import { resenaPropiaQuery } from '#features/resenas/api/resena-propia.ts'
import { reviewLabel } from '#features/resenas/review-label.ts'
import { ReviewsCard } from '#features/resenas/reviews-card.tsx'
import { PersonMenu } from '#features/seguridad/person-menu.tsx'
import { useSession } from '#lib/session/session-state.ts'
import { Button } from '#ui/elements/button.tsx'
import { lazyDialog } from '#ui/timing/lazy-component.tsx'
import { useScreenTitle } from '../frame/screen-title.ts'
import { MaestroContactDialogs } from './contacto/maestro-contact-dialogs.tsx'

const ReviewDialog = lazyDialog(() => import('#features/resenas/review-dialog.tsx'))

export const meta: MetaFunction = () => [{ title: `${perfil.titulo} · ${comun.producto}` }]

export function clientLoader({ params }: ClientLoaderFunctionArgs) {
  prefetchPerfil(params.id ?? '')
  return null
}

/** Serves /perfil/{id} and /perfil-maestro/{id}, which differ only in the back button. */
export default function Perfil() {
  const { id = '' } = useParams()
  const { label, goBack } = useBackNavigation()
  return (
    <main className="mx-auto max-w-grid px-4 pt-3 pb-6">
      <div className="screen-only mb-2 -ml-3 flex items-center justify-between">
        <Button variant="ghost" data-keep-clear onClick={goBack}>
          <ArrowLeft aria-hidden />
          {label}
        </Button>
        <MaestroMenu key={id} id={id} />
      </div>
      {/* The key resets the state, so that no dialog of one maestro stays open on the profile of another. */}
      <Profile key={id} id={id} onBack={goBack} />
    </main>
  )
}

/** Report and block, once it is known whose profile it is. */
function MaestroMenu({ id }: { id: string }) {
  const session = useSession()
  const nombre = useQuery(perfilQuery(id)).data?.nombre
  if (session.status !== 'signed-in' || nombre === undefined) return null
  return <PersonMenu userId={session.userId} persona={{ id, nombre, lado: 'maestro' }} />
}

function Profile({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useQuery(perfilQuery(id))
  const first = query.data
  useScreenTitle(perfil.titulo, first && nombreConInicial(first.nombre, first.apellido))
  const contactHeading = useRef<HTMLHeadingElement>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  useRecordedView(first?.id)
  useLivePerfil()
  const chat = useStartChat()
  const review = useReview(id, first !== undefined && mayHaveReview(first))

  if (!first) {
    if (query.isPending) return <PerfilLoading />
    if (isUnknownMaestro(query.error)) return <MaestroNotFound onBack={onBack} />
    return <PerfilFailed onRetry={() => void query.refetch()} retrying={query.isFetching} />
  }

  const contacto = contactIn(first)
  const alcaldia = chosenAmong(first.alcaldias, readChoice('alcaldia'))
  const oficio = chosenAmong(first.oficios, readChoice('oficio'))
  const openChat = () => chat.open({ maestroId: id, alcaldia, oficio })
  return (
    <>
      <PerfilView
        maestro={first}
        contacto={contacto}
        contactHeadingRef={contactHeading}
        openingChat={chat.opening}
        onChat={openChat}
        onContact={() => setStage('informacion')}
        onReview={review.open}
        reviewLabel={review.label}
        reviews={
          <ReviewsCard
            maestroId={id}
            first={{ resenas: first.reseñas, cursor: first.reseñas_cursor, distribucion: first.distribucion }}
            at={query.isFetching ? 0 : query.dataUpdatedAt}
          />
        }
      />
      {review.userId !== undefined && mayHaveReview(first) && (
        <ReviewDialog
          open={review.isOpen}
          onOpen={review.setOpen}
          userId={review.userId}
          maestroId={id}
          nombre={first.nombre}
          onChat={openChat}
        />
      )}
      <MaestroContactDialogs
        maestro={first}
        contexto={{ alcaldia, servicio: oficio }}
        stage={stage}
        onStage={setStage}
        openingChat={chat.opening}
        onChat={openChat}
        // The button that opened the dialogs is gone once the contact is unlocked.
        focusAfterClose={contacto ? () => contactHeading.current?.focus() : undefined}
      />
    </>
  )
}

/** The dialog of the seeker's own review, and the label of its button. Only a profile whose contact was unlocked has them. */
function useReview(maestroId: string, reviewable: boolean) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const userId = session.status === 'signed-in' ? session.userId : undefined
  const { data } = useQuery({ ...resenaPropiaQuery(maestroId), enabled: reviewable && userId !== undefined })
  useLiveResenas(maestroId, perfilQuery(maestroId).queryKey)
  // An operator may have removed the own review.
  useLiveResenas(maestroId, resenaPropiaQuery(maestroId).queryKey)
  return {
    userId,
    isOpen,
    setOpen,
    label: reviewLabel(data),
    open: () => setOpen(true),
  }
}

/** The seeker's last choice if this maestro offers it, otherwise the first that the maestro offers. */
function chosenAmong(offered: string[], chosen: string | null): string {
  return offered.find((one) => one === chosen) ?? offered[0] ?? ''
}
