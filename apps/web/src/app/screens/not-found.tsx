import { comun } from '@maestros/dominio/textos'
import { Link, type MetaFunction } from 'react-router'
import { buttonClass } from '#ui/elements/button.tsx'
import { VisitorHeader } from '../frame/brand-header.tsx'
import { BrokenTile } from '../frame/drawings.tsx'

export const meta: MetaFunction = () => [{ title: `${comun.noEncontrada.codigo} · ${comun.producto}` }]

export default function NotFound() {
  return (
    <>
      <VisitorHeader />
      <main className="grid min-h-[80dvh] place-items-center px-4 text-center">
        <div className="grid justify-items-center gap-3">
          <BrokenTile />
          <h1 className="text-2xl font-semibold" lang="en">
            {comun.noEncontrada.titulo}
          </h1>
          <p className="max-w-sm text-balance text-muted-foreground">{comun.noEncontrada.texto}</p>
          <Link className={buttonClass({ variant: 'next', className: 'mt-3' })} to="/">
            {comun.noEncontrada.inicio}
          </Link>
        </div>
      </main>
    </>
  )
}
