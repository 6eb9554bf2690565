import type { Onboarding } from '@maestros/dominio/formularios/onboarding'
import { onboarding as textos } from '@maestros/dominio/textos/onboarding'
import { ChevronRight, CircleAlert, CircleCheck } from 'lucide-react'
import { isDone, SCREENS, type ScreenName } from './screens.ts'

/** The last screen of a phone: what is there and what is missing. */
export function ReviewStep({ form, onOpen }: { form: Onboarding; onOpen: (name: ScreenName) => void }) {
  return (
    <ul className="divide-y divide-border rounded-card border border-border bg-card">
      {SCREENS.filter((name) => name !== 'revisar').map((name) => {
        const done = isDone(form, name)
        return (
          <li key={name}>
            <button
              type="button"
              onClick={() => onOpen(name)}
              className="flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left"
            >
              {done ? (
                <CircleCheck aria-hidden className="size-5 shrink-0 text-verified" />
              ) : (
                <CircleAlert aria-hidden className="size-5 shrink-0 text-muted-foreground" />
              )}
              <span className="grow">{textos.pasos[name].titulo}</span>
              <span className="text-sm text-muted-foreground">{done ? textos.completo : textos.falta}</span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted-foreground" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
