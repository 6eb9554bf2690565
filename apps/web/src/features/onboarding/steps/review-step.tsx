import type { Onboarding } from '@maestros/dominio/onboarding/formulario'
import { onboarding as textos } from '@maestros/dominio/onboarding/textos'
import { ChevronRight, CircleAlert, CircleCheck, CloudUpload } from 'lucide-react'
import type { UploadStates } from '../pictures/uploads.ts'
import { reviewOf, SCREENS, type ScreenName } from './screens.ts'

const ICONS = {
  completo: <CircleCheck aria-hidden className="size-5 shrink-0 text-verified" />,
  falta: <CircleAlert aria-hidden className="size-5 shrink-0 text-muted-foreground" />,
  subiendo: <CloudUpload aria-hidden className="size-5 shrink-0 text-muted-foreground" />,
  fallo: <CircleAlert aria-hidden className="size-5 shrink-0 text-muted-foreground" />,
}
const WORDS = {
  completo: textos.completo,
  falta: textos.falta,
  subiendo: textos.imagen.subiendo,
  fallo: textos.imagen.noSubida,
}

type Props = { form: Onboarding; uploads: UploadStates; onOpen: (name: ScreenName) => void }

/** The last screen of a phone: what is there, what is being uploaded and what is missing. */
export function ReviewStep({ form, uploads, onOpen }: Props) {
  return (
    <ul className="divide-y divide-border rounded-card border border-border bg-card">
      {SCREENS.filter((name) => name !== 'revisar').map((name) => {
        const state = reviewOf(form, uploads, name)
        return (
          <li key={name}>
            <button
              type="button"
              onClick={() => onOpen(name)}
              className="flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left"
            >
              {ICONS[state]}
              <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
                <span>{textos.pasos[name].titulo}</span>
                <span className="text-sm text-muted-foreground">{WORDS[state]}</span>
              </span>
              <ChevronRight
                aria-hidden
                className="size-5 shrink-0 text-muted-foreground max-[13.75rem]:hidden"
              />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
