import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { alcaldiasQuery } from '#entities/catalogue/catalogue-query.ts'
import { oficiosBuscadosQuery } from './api/oficios-buscados.ts'
import { ChoiceScreen } from './choice-screen.tsx'
import { saveChoice, useKeptChoice } from './stored-choice.ts'

export function AlcaldiaChoice() {
  const { data, isError, refetch } = useQuery(alcaldiasQuery)
  const [chosen, setChosen] = useState(useKeptChoice('alcaldia'))
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  const choose = (alcaldia: string) => {
    setChosen(alcaldia)
    // The next screen keeps no place for these trades if it knows from the beginning that there are none.
    void queryClient.prefetchQuery(oficiosBuscadosQuery(alcaldia))
  }

  const advance = () => {
    if (chosen === null) return
    saveChoice('alcaldia', chosen)
    void navigate('/seleccion-oficio')
  }

  return (
    <ChoiceScreen
      textos={seleccion.alcaldia}
      options={data}
      failed={isError}
      onRetry={() => void refetch()}
      chosen={chosen}
      onChoose={choose}
      gridClass="grid gap-3 min-[18.75rem]:grid-cols-2 sm:grid-cols-3 lg:grid-cols-4"
      skeletonClass="h-18"
      action={{ label: seleccion.alcaldia.continuar, disabled: false, onClick: advance }}
    />
  )
}
