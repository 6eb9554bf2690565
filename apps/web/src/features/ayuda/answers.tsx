import type { Role } from '@maestros/dominio/acceso/roles'
import { buscarRespuestas } from '@maestros/dominio/ayuda/busqueda'
import { ayuda } from '@maestros/dominio/ayuda/textos'
import { type PreguntaFrecuente, preguntasFrecuentes } from '@maestros/dominio/ayuda/textos-de-preguntas'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { cn, LINK_ALONE } from '#ui/class-names.ts'
import { Button } from '#ui/elements/button.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { OpenBook } from './drawings.tsx'

const { preguntas: textos } = ayuda

/** Longer than any question. */
const MAX_LENGTH = 80

type Props = { role: Role; onWrite: () => void }

/** The commonest questions of a role, which can be searched. A search without results offers the form. */
export function Answers({ role, onWrite }: Props) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const found = buscarRespuestas(typed, preguntasFrecuentes[role])
  const clear = () => {
    setTyped('')
    input.current?.focus()
  }
  return (
    <section aria-labelledby="preguntas">
      <h2 id="preguntas" tabIndex={-1} className="scroll-mt-20 text-xl font-semibold outline-none">
        {textos.titulo}
      </h2>
      <div className="mt-3">
        <SearchField
          label={textos.buscar}
          clear={textos.borrar}
          typed={typed}
          onType={setTyped}
          inputRef={input}
          maxLength={MAX_LENGTH}
          placeholder={textos.marcador}
        />
        {/* For screen readers only. */}
        <p role="status" className="sr-only">
          {typed !== '' && (found.length > 0 ? textos.encontradas(found.length) : textos.ninguna.titulo)}
        </p>
      </div>
      {found.length > 0 ? (
        <ul className="mt-4 divide-y divide-border overflow-hidden rounded-card border border-border bg-card">
          {found.map((one) => (
            <li key={one.id}>
              <Answer {...one} />
            </li>
          ))}
        </ul>
      ) : (
        <NothingFound onWrite={onWrite} onClear={clear} />
      )}
    </section>
  )
}

/** A native <details> element. */
function Answer({ pregunta, respuesta, enlace }: PreguntaFrecuente) {
  return (
    <details className="group">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 px-4 py-2 font-medium hover:bg-muted focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden">
        {pregunta}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-2 px-4 pt-1 pb-4 text-pretty text-muted-foreground">
        {respuesta.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {enlace && (
          <Link to={enlace.a} className={cn(LINK_ALONE, 'justify-self-start font-semibold')}>
            {enlace.texto}
          </Link>
        )}
      </div>
    </details>
  )
}

function NothingFound({ onWrite, onClear }: { onWrite: () => void; onClear: () => void }) {
  const { ninguna } = textos
  return (
    <Notice
      drawing={<OpenBook />}
      title={ninguna.titulo}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={onWrite}>{ninguna.escribir}</Button>
          <Button variant="outline" onClick={onClear}>
            {ninguna.verTodas}
          </Button>
        </div>
      }
    >
      {ninguna.texto}
    </Notice>
  )
}
