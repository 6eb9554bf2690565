import { telefonoParaLlamar } from '@maestros/dominio/contacto/contacto'
import { Phone } from 'lucide-react'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'a'>, 'href'> & { telefono: string; iconClass?: string }

/** A link that calls this phone number. */
export function CallLink({ telefono, iconClass, children, ...props }: Props) {
  return (
    <a href={`tel:${telefonoParaLlamar(telefono)}`} {...props}>
      <Phone aria-hidden className={iconClass} />
      {children}
    </a>
  )
}
