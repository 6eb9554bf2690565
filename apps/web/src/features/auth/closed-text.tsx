import { misDatos } from '@maestros/dominio/textos/mis-datos'

const { cerrada } = misDatos

/** Loaded when it is shown: the sign-in screens do without these texts and their dates before. */
export default function ClosedText({ until }: { until: string }) {
  return (
    <>
      <p className="font-semibold">{cerrada.titulo}</p>
      <p className="mt-1 text-pretty">{cerrada.texto(until)}</p>
    </>
  )
}
