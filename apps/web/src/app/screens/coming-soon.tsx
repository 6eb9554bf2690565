import { comun } from '@maestros/dominio/textos/comun'
import { misDatos } from '@maestros/dominio/textos/mis-datos'
import { Link, type MetaFunction, useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { BrokenTile } from '../drawings.tsx'

export const meta: MetaFunction = () => [{ title: `${comun.pronto.titulo} · ${comun.producto}` }]

export default function ComingSoon() {
  const navigate = useNavigate()
  return (
    <main className="grid min-h-[80dvh] place-items-center px-4 text-center">
      <div className="grid justify-items-center gap-3">
        <BrokenTile />
        <h1 className="text-2xl font-semibold">{comun.pronto.titulo}</h1>
        <p className="max-w-sm text-muted-foreground">{comun.pronto.texto}</p>
        <Button variant="outline" className="mt-3" onClick={() => void navigate(-1)}>
          {comun.pronto.volver}
        </Button>
        <Link
          to="/mis-datos"
          className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
        >
          {misDatos.enlace}
        </Link>
      </div>
    </main>
  )
}
