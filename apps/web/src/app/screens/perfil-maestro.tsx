import type { ReferenciaPropia } from '@maestros/contrato/maestro/mi-perfil'
import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, type MetaFunction, useLocation, useNavigate, useSearchParams } from 'react-router'
import { OwnDataFailed } from '#entities/maestro/own-data-failed.tsx'
import { miPerfilQuery } from '#features/maestro/own-profile/api/mi-perfil.ts'
import { ContactCard } from '#features/maestro/own-profile/contact-card.tsx'
import { PARTS, type Part } from '#features/maestro/own-profile/editable-parts.ts'
import { PublicPagesCard } from '#features/maestro/own-profile/public-pages-card.tsx'
import { VerificationCard } from '#features/maestro/own-profile/verification-card.tsx'
import { perfilQuery } from '#features/perfil/api/maestro-profile.ts'
import { EmptyDoor } from '#features/perfil/drawings.tsx'
import { OwnPerfilView } from '#features/perfil/own-perfil-view.tsx'
import { PerfilLoading } from '#features/perfil/states.tsx'
import { AnswerForm } from '#features/resenas/answer-form.tsx'
import { useLiveResenas } from '#features/resenas/api/live-resenas.ts'
import { ReviewsCard } from '#features/resenas/reviews-card.tsx'
import { queryClient } from '#lib/session/query-client.ts'
import { refreshSession } from '#lib/session/session.ts'
import { expectedWithRole, useSession } from '#lib/session/session-state.ts'
import { cn, LINK_ALONE } from '#ui/class-names.ts'
import { lazyDialog } from '#ui/timing/lazy-component.tsx'

const EditDialogs = lazyDialog(() => import('#features/maestro/own-profile/edit-dialogs.tsx'))

export const meta: MetaFunction = () => [{ title: `${miPerfil.titulo} · ${comun.producto}` }]

export function clientLoader() {
  const person = expectedWithRole('maestro')
  if (person) {
    void queryClient.prefetchQuery(perfilQuery(person.userId))
    void queryClient.prefetchQuery(miPerfilQuery)
  }
  return null
}

/** The own profile of a maestro. The dialog that is open is part of the address, so that other screens can link to it. */
export default function PerfilMaestro() {
  const session = useSession()
  return (
    <main className="mx-auto max-w-grid px-4 pt-6 pb-10">
      {session.status === 'signed-in' && <OwnProfile id={session.userId} />}
    </main>
  )
}

function OwnProfile({ id }: { id: string }) {
  const shown = useQuery(perfilQuery(id))
  const stored = useQuery(miPerfilQuery)
  const { part, edit, close } = useEditedPart()
  const first = shown.data
  useLiveResenas(id, perfilQuery(id).queryKey)
  const incomplete = stored.data?.perfil_completo === false
  const ready = first !== undefined && stored.data !== undefined
  useScrollToHash(ready)
  // It may have become incomplete since the session was read. The guard then leads to the onboarding.
  useEffect(() => {
    if (incomplete) void refreshSession()
  }, [incomplete])

  if (first && stored.data && !incomplete) {
    return (
      <>
        <OwnPerfilView
          maestro={first}
          reviews={
            <ReviewsCard
              maestroId={id}
              first={{
                resenas: first.reseñas,
                cursor: first.reseñas_cursor,
                distribucion: first.distribucion,
              }}
              at={shown.isFetching ? 0 : shown.dataUpdatedAt}
              answer={(resena) => <AnswerForm maestroId={id} resena={resena} />}
            />
          }
          verification={
            <div className="grid gap-4">
              <ContactCard perfil={stored.data} onEdit={() => edit('contacto')} />
              <VerificationCard
                verificacion={stored.data.verificacion}
                documentos={stored.data.documentos}
                onEdit={edit}
              />
              <PublicPagesCard id={id} listed={stored.data.en_paginas_publicas} />
            </div>
          }
          hiddenReference={stored.data.referencias.filter(hasText).length > first.referencias.length}
          onEdit={edit}
        />
        <p className="mt-6 text-center">
          <Link to="/mis-datos" className={cn(LINK_ALONE, 'font-semibold')}>
            {comun.menu.misDatos}
          </Link>
        </p>
        <EditDialogs open={part !== null} part={part} perfil={stored.data} onEdit={edit} onClose={close} />
      </>
    )
  }
  const error = stored.error ?? shown.error
  if (!error) return <PerfilLoading />
  return (
    <OwnDataFailed
      drawing={<EmptyDoor />}
      fallo={miPerfil.fallo}
      error={error}
      onRetry={() => {
        if (!first) void shown.refetch()
        if (!stored.data) void stored.refetch()
      }}
      retrying={shown.isFetching || stored.isFetching}
    />
  )
}

const hasText = (referencia: ReferenciaPropia) => Object.values(referencia).some((text) => text !== null)

const EDIT = 'editar'
/** The state of a history entry that this screen has added: closing the dialog goes back, as the back button does. */
const OPENED_HERE = 'opened-here'

function useEditedPart() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const asked = params.get(EDIT)
  return {
    part: PARTS.find((one) => one === asked) ?? null,
    // A dialog that another dialog opens takes its place, so that closing it leads to the profile.
    edit: (part: Part) =>
      setParams(
        { [EDIT]: part },
        asked === null
          ? { state: OPENED_HERE, preventScrollReset: true }
          : { state, replace: true, preventScrollReset: true },
      ),
    close: () => {
      if (state === OPENED_HERE) void navigate(-1)
      else setParams({}, { replace: true, preventScrollReset: true })
    },
  }
}

/** The browser looks for the target of an address when the page opens, which is before the profile has loaded. */
function useScrollToHash(ready: boolean) {
  const { hash } = useLocation()
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [ready, hash])
}
