import { resultados } from '@maestros/dominio/directorio/textos'
import { useQuery } from '@tanstack/react-query'
import { oficiosQuery } from '#entities/catalogue/catalogue-query.ts'
import { OficioIcon } from './oficio-icon.tsx'

/** `searched` is the trade of the search, when it may be another one. */
type Props = { nombre: string; searched?: string }

/**
 * The name of a maestro's main trade with its icon, and the searched trade when it is another. When the catalogue cannot be
 * loaded it shows the default icon and no error.
 */
export function OficioName({ nombre, searched = nombre }: Props) {
  const { data } = useQuery({ ...oficiosQuery, meta: {} })
  const icono = data?.find((oficio) => oficio.nombre === nombre)?.icono ?? null
  return (
    // With letters of twice the size the icon is hidden, so that 'Impermeabilización' fits on a line.
    <span className="flex gap-2 max-[13.75rem]:text-sm">
      <span className="contents max-[13.75rem]:hidden">
        <OficioIcon icono={icono} size="small" />
      </span>
      <span className="min-w-0 break-words pt-0.5">
        <span>{nombre}</span>
        {searched !== nombre && (
          <span className="text-muted-foreground"> · {resultados.tarjeta.tambien(searched)}</span>
        )}
      </span>
    </span>
  )
}
