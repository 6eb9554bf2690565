import type { Documento } from '@maestros/dominio/textos/terminos'

/** The sections of a legal text. The component that shows it renders the title. */
export function DocumentText({ documento }: { documento: Documento }) {
  return (
    <>
      <p className="text-sm text-muted-foreground">{documento.actualizado}</p>
      {documento.secciones.map(({ titulo, parrafos }) => (
        <section key={titulo} className="mt-4">
          <h3 className="font-semibold">{titulo}</h3>
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
