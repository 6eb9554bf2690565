import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'

export function SearchOverlay() {
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 grid place-items-center bg-background/95 px-6 text-center backdrop-blur-sm"
    >
      <div className="grid justify-items-center gap-2">
        <svg
          viewBox="0 0 48 48"
          aria-hidden="true"
          className="mb-4 size-16 animate-spin [animation-duration:2.4s]"
        >
          <g className="fill-primary">
            <path d="M24 22.5C15 18 14 8 24 3c10 5 9 15 0 19.5Z" />
            <path d="M24 25.5c9 4.5 10 14.5 0 19.5-10-5-9-15 0-19.5Z" />
            <path d="M25.5 24C30 15 40 14 45 24c-5 10-15 9-19.5 0Z" />
            <path d="M22.5 24C18 33 8 34 3 24c5-10 15-9 19.5 0Z" />
          </g>
          <circle cx="24" cy="24" r="5" className="fill-accent" />
        </svg>
        <p className="text-xl font-semibold">{seleccion.buscando.titulo}</p>
        <p className="text-muted-foreground text-balance">{seleccion.buscando.texto}</p>
      </div>
    </div>
  )
}
