import type { Documento } from '@maestros/dominio/paginas/textos-de-terminos'

type Props = { documento: Documento; heading?: 'h2' | 'h3' }

/** The sections of a legal text. The component that shows it renders the title. */
export function DocumentText({ documento, heading: Heading = 'h3' }: Props) {
  return (
    <>
      <p className="text-sm text-muted-foreground">{documento.actualizado}</p>
      {documento.secciones.map(({ titulo, parrafos }) => (
        <section key={titulo} className="mt-4">
          <Heading className="font-semibold">{titulo}</Heading>
          {parrafos.map((parrafo) => (
            <p key={parrafo} className="mt-1.5 text-pretty">
              {parrafo}
            </p>
          ))}
        </section>
      ))}
    </>
  )
}
