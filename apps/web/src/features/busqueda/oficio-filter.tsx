import { seleccion } from '@maestros/dominio/textos/seleccion'
import { Search, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { Label } from '#ui/label.tsx'
import { Notice } from '#ui/notice.tsx'
import { EmptyToolbox } from './empty-toolbox.tsx'

const { filtro: textos } = seleccion.oficio

type Props = {
  typed: string
  onType: (typed: string) => void
  /** How many trades match; undefined when nothing is typed. */
  found: number | undefined
  /** The Enter key chooses the best match. */
  onEnter: () => void
}

/** Longer than any word that a trade could be found by. */
const MAX_LENGTH = 60

export function OficioFilter({ typed, onType, found, onEnter }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="mt-5 max-w-reading">
      <Label htmlFor={id}>{textos.campo}</Label>
      <div className="relative mt-1">
        <Search
          aria-hidden
          className="absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          ref={input}
          id={id}
          role="searchbox"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_LENGTH}
          placeholder={textos.marcador}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && found) onEnter()
            if (event.key === 'Escape') onType('')
          }}
          className="px-11"
        />
        {typed !== '' && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={textos.borrar}
            className="absolute top-0.5 right-0.5"
            onClick={() => {
              onType('')
              input.current?.focus()
            }}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      {/* For screen readers only. */}
      <p role="status" className="sr-only">
        {found !== undefined && found > 0 && textos.encontrados(found)}
        {found === 0 && textos.ninguno}
      </p>
    </div>
  )
}

/** In place of the grid when nothing matches. */
export function NoOficio({ onClear }: { onClear: () => void }) {
  return (
    <Notice
      drawing={<EmptyToolbox />}
      title={textos.ninguno}
      action={<Button onClick={onClear}>{textos.verTodos}</Button>}
    />
  )
}
