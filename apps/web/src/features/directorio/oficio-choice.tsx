import { buscarOficios } from '@maestros/dominio/directorio/busqueda-de-oficios'
import { SIN_FILTROS } from '@maestros/dominio/directorio/filtros'
import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import { BUSQUEDA_FINGIDA_MS } from '@maestros/dominio/limites'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, PrefetchPageLinks, useNavigate, useNavigation } from 'react-router'
import { oficiosQuery } from '#entities/catalogue/oficios.ts'
import { cn, LINK } from '#ui/class-names.ts'
import { maestrosQuery } from './api/maestros.ts'
import { ChoiceScreen } from './choice-screen.tsx'
import { MostSearched } from './most-searched.tsx'
import { NoOficio, OficioFilter } from './oficio-filter.tsx'
import { OficioIcon } from './oficio-icon.tsx'
import { SearchOverlay } from './search-overlay.tsx'
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
