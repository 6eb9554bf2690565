import type { PasoDeBorrador } from '@maestros/dominio/onboarding/pasos'
import { esPasoConImagen } from '@maestros/dominio/onboarding/pasos'
import { onboarding as textos } from '@maestros/dominio/onboarding/textos'
import { normalizarCurp } from '@maestros/dominio/verificacion/curp'
import { Button } from '#ui/elements/button.tsx'
import { resolveConflict, useDraft } from './draft/store.ts'

type Props = { userId: string; pasos: readonly PasoDeBorrador[] }

/** A step that was changed here and on another device: the person decides, and nothing is lost before that. */
export function ConflictNotices({ userId, pasos }: Props) {
  const draft = useDraft(userId)
  return pasos.map((paso) => {
    const other = draft[paso]?.otro
    if (!other) return null
    return (
      <div
        key={paso}
        role="alert"
        data-campo={`conflicto-${paso}`}
        className="mb-5 grid gap-3 rounded-control bg-tint-luz p-4 text-ink-luz"
      >
        <p className="font-medium">{textos.conflicto.texto}</p>
        {!esPasoConImagen(paso) && (
          <p className="text-sm [overflow-wrap:anywhere]">«{summary(paso, other.valor)}»</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => resolveConflict(userId, paso, 'mio')}>
            {textos.conflicto.mio}
          </Button>
          <Button variant="outline" onClick={() => resolveConflict(userId, paso, 'otro')}>
            {textos.conflicto.otro}
          </Button>
        </div>
      </div>
    )
  })
}

function summary(paso: PasoDeBorrador, value: string | string[] | Record<string, string>): string {
  if (typeof value === 'string') return paso === 'curp' ? normalizarCurp(value) : value
  return (Array.isArray(value) ? value : Object.values(value)).filter(Boolean).join(', ')
}
