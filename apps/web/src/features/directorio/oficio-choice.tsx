import { buscarOficios } from '@maestros/dominio/directorio/busqueda-de-oficios'
import { SIN_FILTROS } from '@maestros/dominio/directorio/filtros'
import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import { BUSQUEDA_FINGIDA_MS } from '@maestros/dominio/limites'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, PrefetchPageLinks, useNavigate, useNavigation } from 'react-router'
import { oficiosQuery } from '#entities/catalogue/catalogue-query.ts'
import { cn, LINK } from '#ui/class-names.ts'
import { maestrosQuery } from './api/maestros.ts'
import { ChoiceScreen } from './choice-screen.tsx'
import { MostSearched } from './most-searched.tsx'
import { NoOficio, OficioFilter } from './oficio-filter.tsx'
import { OficioIcon } from './oficio-icon.tsx'
import { readChoice, saveChoice, useKeptChoice } from './stored-choice.ts'

export function OficioChoice() {
  const { data, isError, refetch } = useQuery(oficiosQuery)
  const [chosen, setChosen] = useState(useKeptChoice('oficio'))
  const [searching, setSearching] = useState(false)
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const matches = useMemo(() => data && buscarOficios(typed, data), [data, typed])
  const filtered = data !== undefined && data.length > 0 && typed.trim() !== ''
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  // Leaving the screen cancels the wait, so that nobody is taken to the results from another screen.
  useEffect(() => {
    if (!searching) return
    const wait = setTimeout(() => void navigate('/resultados'), BUSQUEDA_FINGIDA_MS)
    return () => clearTimeout(wait)
  }, [searching, navigate])

  // A navigation that ends while this screen is still here was given up, for example with 'Volver' without a network.
  const leaving = useNavigation().state !== 'idle'
  useEffect(() => {
    if (leaving) return () => setSearching(false)
  }, [leaving])

  const type = (next: string) => {
    setTyped(next)
    // A choice that the filter hides would be searched without being seen.
    const visible = buscarOficios(next, data ?? []).some(({ nombre }) => nombre === chosen)
    if (!visible) setChosen(null)
  }

  const clear = () => {
    type('')
    // The button that clears is removed with the focus in it.
    input.current?.focus()
  }

  const search = () => {
    if (chosen === null) return
    saveChoice('oficio', chosen)
    const alcaldia = readChoice('alcaldia')
    // The results would lead there too, after the wait.
    if (!alcaldia) return void navigate('/')
    setSearching(true)
    // Load the results while the overlay is shown. `staleTime: 0` because this is a new search.
    const query = maestrosQuery({ alcaldia, oficio: chosen, filtros: SIN_FILTROS })
    void queryClient.prefetchInfiniteQuery({ ...query, staleTime: 0, pages: 1 })
  }

  return (
    <>
      <ChoiceScreen
        textos={seleccion.oficio}
        trail={<Trail />}
        above={
          <>
            <OficioFilter
              typed={typed}
              onType={type}
              found={filtered ? matches?.length : undefined}
              onEnter={() => matches?.[0] && setChosen(matches[0].nombre)}
              inputRef={input}
            />
            {!filtered && (data || !isError) && (
              <MostSearched oficios={data} chosen={chosen} onChoose={setChosen} />
            )}
          </>
        }
        none={filtered ? <NoOficio onClear={clear} /> : undefined}
        options={matches}
        failed={isError}
        onRetry={() => void refetch()}
        chosen={chosen}
        onChoose={setChosen}
        drawing={({ icono }) => <OficioIcon icono={icono} />}
        gridClass="grid gap-3 min-[18.75rem]:grid-cols-2 sm:grid-cols-3 lg:grid-cols-4"
        skeletonClass="h-27"
        action={{ label: seleccion.oficio.buscar, disabled: searching, onClick: search }}
      />
      {searching && (
        <>
          <SearchOverlay />
          <PrefetchPageLinks page="/resultados" />
        </>
      )}
    </>
  )
}

function Trail() {
  const alcaldia = readChoice('alcaldia')
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted-foreground">
      <span className="font-medium">{seleccion.oficio.paso}</span>
      {alcaldia && <span>· {alcaldia}</span>}
      <Link to="/seleccion-delegacion" className={cn(LINK, 'tap-target font-medium')}>
        {seleccion.oficio.cambiarAlcaldia}
      </Link>
    </p>
  )
}

function SearchOverlay() {
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 grid place-items-center bg-background/95 px-6 text-center backdrop-blur-sm"
    >
      <div className="grid justify-items-center gap-2">
        <svg
          viewBox="0 0 48 48"
          aria-hidden="true"
          className="mb-4 size-16 animate-spin [animation-duration:2.4s]"
        >
          <g className="fill-primary">
            <path d="M24 22.5C15 18 14 8 24 3c10 5 9 15 0 19.5Z" />
            <path d="M24 25.5c9 4.5 10 14.5 0 19.5-10-5-9-15 0-19.5Z" />
            <path d="M25.5 24C30 15 40 14 45 24c-5 10-15 9-19.5 0Z" />
            <path d="M22.5 24C18 33 8 34 3 24c5-10 15-9 19.5 0Z" />
          </g>
          <circle cx="24" cy="24" r="5" className="fill-accent" />
        </svg>
        <p className="text-xl font-semibold">{seleccion.buscando.titulo}</p>
        <p className="text-muted-foreground text-balance">{seleccion.buscando.texto}</p>
      </div>
    </div>
  )
}
