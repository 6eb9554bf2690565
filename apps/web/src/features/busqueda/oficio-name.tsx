import { useQuery } from '@tanstack/react-query'
import { oficiosQuery } from '#entities/catalogue/oficios.ts'
import { OficioIcon } from './oficio-icon.tsx'

/** The name of a trade with its icon. When the catalogue cannot be loaded it shows the default icon and no error. */
export function OficioName({ nombre }: { nombre: string }) {
  const { data } = useQuery({ ...oficiosQuery, meta: {} })
  const icono = data?.find((oficio) => oficio.nombre === nombre)?.icono ?? null
  return (
    <span className="flex items-center gap-2">
      <OficioIcon icono={icono} size="small" />
      <span className="min-w-0 break-words">{nombre}</span>
    </span>
  )
}
