import { paginasDeBusqueda } from '@maestros/dominio/directorio/textos-de-paginas'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useMutation } from '#lib/client/use-mutation.ts'
import { logFailure } from '#lib/device/log.ts'
import { cn, LINK_ALONE } from '#ui/class-names.ts'
import { Card } from '#ui/elements/card.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { refreshMiPerfil } from './api/mi-perfil.ts'
import { updateMaestro } from './api/update-maestro.ts'

const { ajuste: textos } = paginasDeBusqueda

type Props = { id: string; listed: boolean }

/** Whether the maestro is listed on the pages that can be read without an account. */
export function PublicPagesCard({ id, listed }: Props) {
  const heading = useId()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (en_paginas_publicas: boolean) => updateMaestro(id, { en_paginas_publicas }),
    onSuccess: () => refreshMiPerfil(client),
    onError: (cause) => logFailure('public pages', cause),
  })
  // While the change is being saved the switch shows what was chosen.
  const chosen = change.isPending ? change.variables : listed
  return (
    <Card>
      <section aria-labelledby={heading} className="grid gap-3">
        <h2 id={heading} className="text-lg font-semibold">
          {textos.titulo}
        </h2>
        <Switch
          label={textos.interruptor}
          checked={chosen}
          aria-busy={change.isPending}
          onChange={({ target }) => {
            if (!change.isPending) change.mutate(target.checked)
          }}
        />
        <p aria-live="polite" className="text-sm text-pretty text-muted-foreground">
          {chosen ? textos.si : textos.no}
        </p>
        <p className="text-sm text-pretty text-muted-foreground">{textos.plazo}</p>
        <p>
          <a href="/maestros" className={cn(LINK_ALONE, 'font-medium')}>
            {textos.ver}
          </a>
        </p>
        {change.isError && <FieldError id={`${heading}-error`}>{textos.fallo}</FieldError>}
      </section>
    </Card>
  )
}
