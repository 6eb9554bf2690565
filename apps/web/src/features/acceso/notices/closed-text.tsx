import { misDatos } from '@maestros/dominio/cuenta/textos'

const { cerrada } = misDatos

/** Lazy, to keep these texts out of the first load of the sign-in screens. */
export default function ClosedText({ until }: { until: string | null }) {
  return (
    <>
      <p className="font-semibold">{cerrada.titulo}</p>
      <p className="mt-1 text-pretty">{cerrada.texto(until)}</p>
    </>
  )
}
