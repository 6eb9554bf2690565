import { nombreConInicial } from '@maestros/dominio/nombres'
import { comun } from '@maestros/dominio/textos/comun'
import { perfil } from '@maestros/dominio/textos/perfil'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { type MetaFunction, useParams } from 'react-router'
import { useStartChat } from '#entities/maestro/use-start-chat.ts'
import { readChoice } from '#features/busqueda/stored-choice.ts'
import { ContactDialogs, type Stage } from '#features/contacto/contact-dialogs.tsx'
import { isUnknownMaestro, perfilQuery } from '#features/perfil/api/maestro-profile.ts'
import { useRecordedView } from '#features/perfil/api/track-profile-view.ts'
import { type OpenContact, PerfilView } from '#features/perfil/perfil-view.tsx'
import { MaestroNotFound, PerfilFailed, PerfilLoading } from '#features/perfil/states.tsx'
import { useWayBack } from '#features/perfil/way-back.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toaster.tsx'

export const meta: MetaFunction = () => [{ title: `${perfil.titulo} · ${comun.producto}` }]

/** Serves /perfil/{id} and /perfil-maestro/{id}, which differ only in the back button. */
export default function Perfil() {
  const { id = '' } = useParams()
  const { label, goBack } = useWayBack()
  return (
    <main className="mx-auto max-w-grid px-4 pt-3 pb-6">
      <Button variant="ghost" className="mb-2 -ml-3" data-keep-clear onClick={goBack}>
        <ArrowLeft aria-hidden />
        {label}
      </Button>
      {/* The key resets the state, so that an unlocked contact is never shown on another maestro's profile. */}
      <Profile key={id} id={id} onBack={goBack} />
    </main>
  )
}

function Profile({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useInfiniteQuery(perfilQuery(id))
  const first = query.data?.pages[0]
  const client = useQueryClient()
  const contactHeading = useRef<HTMLHeadingElement>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  const [opened, setOpened] = useState<OpenContact | null>(null)
  useRecordedView(first?.id)
  const chat = useStartChat()

  if (!first) {
    if (query.isPending) return <PerfilLoading />
    if (isUnknownMaestro(query.error)) return <MaestroNotFound onBack={onBack} />
    return <PerfilFailed onRetry={() => void query.refetch()} retrying={query.isFetching} />
  }

  const { nombre, apellido, telefono } = first
  const contacto = opened ?? (first.contacto_desbloqueado && telefono ? { apellido, telefono } : null)
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
        onReview={() => toast.info(perfil.acciones.resenaPronto)}
        reviews={{
          list: query.data?.pages.flatMap((page) => page.reseñas) ?? [],
          hasMore: query.hasNextPage,
          loadingMore: query.isFetchingNextPage,
          failedMore: query.isFetchNextPageError,
          onMore: () => void query.fetchNextPage(),
        }}
      />
      <ContactDialogs
        maestro={{
          id,
          nombre,
          nombreCorto: nombreConInicial(nombre, apellido),
          foto: first.foto_perfil_url,
          alcaldia,
          verificado: first.identidad_verificada,
        }}
        contexto={{ alcaldia, servicio: oficio }}
        stage={stage}
        onStage={setStage}
        contacto={contacto}
        onUnlocked={(answer) => {
          setOpened({ apellido: answer.apellido, telefono: answer.telefono })
          // The phone numbers of the references are unlocked too; they come with the profile.
          void client.invalidateQueries({ queryKey: perfilQuery(id).queryKey })
        }}
        openingChat={chat.opening}
        onChat={openChat}
        focusAfterUnlock={() => contactHeading.current?.focus()}
      />
    </>
  )
}

/** The seeker's last choice if this maestro offers it, otherwise the first that the maestro offers. */
function chosenAmong(offered: string[], chosen: string | null): string {
  return offered.find((one) => one === chosen) ?? offered[0] ?? ''
}
