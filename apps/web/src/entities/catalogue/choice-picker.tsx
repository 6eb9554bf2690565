import { elecciones } from '@maestros/dominio/directorio/textos-de-elecciones'
import { comun } from '@maestros/dominio/textos'
import { Star, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { RetryButton } from '#entities/state/failures.tsx'
import { Badge } from '#ui/elements/badge.tsx'
import { FieldError, Label } from '#ui/fields/field.tsx'
import { Input } from '#ui/fields/input.tsx'
import { toast } from '#ui/toasts/toast.ts'

type Props = {
  textos: { lista: string; elegidos: string; buscar: string }
  /** The names of the active catalogue; undefined while it loads. */
  options: string[] | undefined
  failed: boolean
  onRetry: () => void
  /** In the order of choosing: the first is the main one. */
  chosen: string[]
  onChange: (chosen: string[]) => void
  max: number
  error?: string | undefined
}

/** Several names of a catalogue, found by typing, with one of them as the main one. */
export function ChoicePicker(props: Props) {
  const { textos, options, failed, onRetry, chosen, onChange, max, error } = props
  const id = useId()
  const [search, setSearch] = useState('')
  const found = options?.filter((name) => plain(name).includes(plain(search)))
  const field = useRef<HTMLInputElement>(null)
  const full = chosen.length >= max
  const toggle = (name: string) => {
    if (chosen.includes(name)) onChange(chosen.filter((one) => one !== name))
    else if (full) toast.info(elecciones.lleno(max), { id: 'elecciones' })
    else onChange([...chosen, name])
  }
  return (
    <div className="grid gap-4">
      <Chosen
        label={textos.elegidos}
        chosen={chosen}
        onChange={onChange}
        onEmptied={() => field.current?.focus()}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className="grid gap-1.5">
        <Label htmlFor={id}>{textos.buscar}</Label>
        <Input
          ref={field}
          id={id}
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // Enter would save the form while the person still searches.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      {!options && failed && (
        <div className="grid justify-items-start gap-2">
          <p role="alert">{elecciones.fallo}</p>
          <RetryButton onRetry={onRetry} variant="outline" />
        </div>
      )}
      {!options && !failed && <p role="status">{comun.cargando}</p>}
      {found?.length === 0 && <p role="status">{elecciones.sinResultados(search.trim())}</p>}
      {found && found.length > 0 && (
        <fieldset aria-label={textos.lista} className="grid gap-2 sm:grid-cols-2">
          {found.map((name) => (
            <label
              key={name}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-control px-3.5 py-2 has-checked:border-primary has-checked:bg-primary-tint has-aria-disabled:text-muted-foreground"
            >
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                // Not `disabled`: a touch explains why no other one can be chosen.
                aria-disabled={full && !chosen.includes(name)}
                onChange={() => toggle(name)}
                className="size-5 shrink-0 accent-(--primary) aria-disabled:opacity-50"
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

type ChosenProps = {
  label: string
  chosen: string[]
  onChange: (chosen: string[]) => void
  /** The last one was removed, with the button that had the focus. */
  onEmptied: () => void
}

function Chosen({ label, chosen, onChange, onEmptied }: ChosenProps) {
  const list = useRef<HTMLOListElement>(null)
  /** The entry whose remove button gets the focus after the pressed button has disappeared. */
  const focusNext = useRef<string | null>(null)
  useEffect(() => {
    const at = focusNext.current === null ? -1 : chosen.indexOf(focusNext.current)
    focusNext.current = null
    if (at >= 0) list.current?.children[at]?.querySelector<HTMLElement>('button:last-child')?.focus()
  }, [chosen])
  if (chosen.length === 0) return null
  const remove = (name: string, index: number) => {
    focusNext.current = chosen[index + 1] ?? chosen[index - 1] ?? null
    if (focusNext.current === null) onEmptied()
    onChange(without(name))
  }
  const makeMain = (name: string) => {
    focusNext.current = name
    onChange([name, ...without(name)])
  }
  const without = (name: string) => chosen.filter((one) => one !== name)
  return (
    <ol ref={list} aria-label={label} className="grid gap-1">
      {chosen.map((name, index) => (
        <li key={name} className="flex min-h-11 items-center gap-2 max-[13.75rem]:flex-wrap">
          <span className="min-w-0 grow [overflow-wrap:anywhere] max-[13.75rem]:basis-full">{name}</span>
          {index === 0 ? (
            <Badge variant="secondary">{elecciones.principal}</Badge>
          ) : (
            <button
              type="button"
              aria-label={elecciones.hacerPrincipal(name)}
              title={elecciones.hacerPrincipal(name)}
              onClick={() => makeMain(name)}
              className="grid size-11 shrink-0 place-items-center rounded-control text-muted-foreground hover:bg-muted hover:text-foreground"
            >
              <Star aria-hidden className="size-5" />
            </button>
          )}
          <button
            type="button"
            aria-label={elecciones.quitar(name)}
            onClick={() => remove(name, index)}
            className="grid size-11 shrink-0 place-items-center rounded-control text-muted-foreground hover:bg-muted hover:text-foreground"
          >
            <X aria-hidden className="size-5" />
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Without accents and case: 'Plomeria' finds 'Plomería'. */
const plain = (text: string) =>
  text
    .trim()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase('es')
