import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import type { RefObject } from 'react'
import { Button } from '#ui/elements/button.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { EmptyToolbox } from './empty-toolbox.tsx'

const { filtro: textos } = seleccion.oficio

type Props = {
  typed: string
  onType: (typed: string) => void
  /** How many trades match; undefined when nothing is typed. */
  found: number | undefined
  /** The Enter key chooses the best match. */
  onEnter: () => void
  inputRef: RefObject<HTMLInputElement | null>
}

/** Longer than any word that a trade could be found by. */
const MAX_LENGTH = 60

export function OficioFilter({ typed, onType, found, onEnter, inputRef }: Props) {
  return (
    <div className="mt-5 max-w-reading">
      <SearchField
        label={textos.campo}
        clear={textos.borrar}
        typed={typed}
        onType={onType}
        inputRef={inputRef}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        placeholder={textos.marcador}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing && found) onEnter()
        }}
      />
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
