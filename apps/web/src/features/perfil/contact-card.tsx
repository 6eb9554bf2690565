import { enlaceDeWhatsapp, tarjetaDeContacto, telefonoComoTexto } from '@maestros/dominio/contacto/contacto'
import { perfil } from '@maestros/dominio/perfil/textos'
import { MessageCircleMore, UserRoundPlus } from 'lucide-react'
import type { Ref } from 'react'
import { CallLink } from '#entities/person/call-link.tsx'
import { Button, buttonClass } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'

const { contacto: textos } = perfil

type Props = {
  nombre: string
  apellido: string
  telefono: string
  oficios: string[]
  /** The heading gets the focus when the dialogs that unlocked the contact are closed. */
  headingRef: Ref<HTMLHeadingElement>
}

export function ContactCard({ nombre, apellido, telefono, oficios, headingRef }: Props) {
  const whatsapp = enlaceDeWhatsapp(telefono)
  return (
    <Card>
      <h2 ref={headingRef} tabIndex={-1} className="text-lg font-semibold">
        {textos.titulo}
      </h2>
      <p className="mt-1 text-xl font-semibold tabular-nums [overflow-wrap:anywhere]">
        {telefonoComoTexto(telefono)}
      </p>
      <div className="screen-only mt-3 flex flex-wrap gap-2 *:flex-1 max-[13.75rem]:flex-col">
        <CallLink className={buttonClass()} telefono={telefono}>
          {textos.llamar}
        </CallLink>
        {whatsapp && (
          <a
            className={buttonClass({ variant: 'outline' })}
            href={whatsapp}
            target="_blank"
            rel="noreferrer"
            aria-label={textos.whatsappDe(nombre)}
          >
            <MessageCircleMore aria-hidden />
            {textos.whatsapp}
          </a>
        )}
        <SaveContact
          vcard={tarjetaDeContacto({ nombre, apellido, telefono, oficios })}
          file={`${nombre} ${apellido}.vcf`}
        />
      </div>
    </Card>
  )
}

/** The vCard file is created in the browser, without a request. */
function SaveContact({ vcard, file }: { vcard: string; file: string }) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([vcard], { type: 'text/vcard;charset=utf-8' }))
    const link = document.createElement('a')
    link.href = url
    link.download = file
    link.click()
    // Some browsers read the URL only after the click has been handled.
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  return (
    <Button variant="outline" className="whitespace-nowrap max-[13.75rem]:whitespace-normal" onClick={save}>
      <UserRoundPlus aria-hidden />
      {textos.guardar}
    </Button>
  )
}
