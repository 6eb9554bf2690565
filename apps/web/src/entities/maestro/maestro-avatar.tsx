import { iniciales } from '@maestros/dominio/nombres'
import { Avatar } from '#ui/elements/avatar.tsx'

type Props = {
  nombre: string
  /** The whole surname or its initial: the colour of the initials depends on the first letter alone. */
  apellido: string
  foto: string | null
  /** Shows the initial of the first name alone, as the contact details do. */
  firstNameOnly?: boolean
  eager?: boolean
  className: string
}

export function MaestroAvatar({ nombre, apellido, foto, firstNameOnly = false, ...rest }: Props) {
  return (
    <Avatar
      src={foto}
      initials={iniciales(nombre, firstNameOnly ? null : apellido)}
      seed={`${nombre} ${apellido.trim().slice(0, 1)}`}
      {...rest}
    />
  )
}
