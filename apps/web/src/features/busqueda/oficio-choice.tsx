import { seleccion } from '@maestros/dominio/textos/seleccion'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { oficiosQuery } from './api/oficios.ts'
import { ChoiceScreen } from './choice-screen.tsx'
import { OficioIcon } from './oficio-icon.tsx'
import { SearchOverlay } from './search-overlay.tsx'
import { readChoice, saveChoice } from './stored-choice.ts'

const SEARCH_MS = 2000

export function OficioChoice() {
  const { data, isError, refetch } = useQuery(oficiosQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const [searching, setSearching] = useState(false)
  const navigate = useNavigate()

  // The wait belongs to the screen: leaving it in between must not pull the person to the results.
  useEffect(() => {
    if (!searching) return
    const wait = setTimeout(() => void navigate('/resultados'), SEARCH_MS)
    return () => clearTimeout(wait)
  }, [searching, navigate])

  const search = () => {
    if (chosen === null) return
    saveChoice('oficio', chosen)
    setSearching(true)
  }

  return (
    <>
      <ChoiceScreen
        textos={seleccion.oficio}
        trail={<Trail />}
        options={data}
        failed={isError}
        onRetry={() => void refetch()}
        chosen={chosen}
        onChoose={setChosen}
        drawing={({ icono }) => <OficioIcon icono={icono} />}
        gridClass="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4"
        skeletonClass="h-27"
        action={{ label: seleccion.oficio.buscar, disabled: searching, onClick: search }}
      />
      {searching && <SearchOverlay />}
    </>
  )
}

function Trail() {
  const alcaldia = readChoice('alcaldia')
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted-foreground">
      <span className="font-medium">{seleccion.oficio.paso}</span>
      {alcaldia && <span>· {alcaldia}</span>}
      <Link to="/seleccion-delegacion" className="py-1 font-medium text-primary underline underline-offset-4">
        {seleccion.oficio.cambiarAlcaldia}
      </Link>
    </p>
  )
}
