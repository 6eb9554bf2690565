import { diaCompleto, diaCorto } from '@maestros/dominio/fechas'
import { type Cifra, mejorDia, type Periodo } from '@maestros/dominio/maestro/panel'
import { panel } from '@maestros/dominio/maestro/textos-de-panel'
import { Equal, TrendingDown, TrendingUp } from 'lucide-react'
import { useId } from 'react'
import { BarChart } from '#ui/elements/bar-chart.tsx'
import { Card } from '#ui/elements/card.tsx'

const { cifras: textos, numero } = panel

type Props = { cifra: Cifra; periodo: Periodo }

/** One of the two figures of the last 30 days, with its days and what changed. */
export function FigureCard({ cifra, periodo }: Props) {
  const { titulo, vacio } = textos[cifra]
  const id = useId()
  return (
    <Card className="flex flex-col">
      <section aria-labelledby={id} className="flex grow flex-col">
        <h2 id={id} className="font-medium">
          {titulo}
        </h2>
        <p className="text-sm text-muted-foreground">{textos.ventana}</p>
        <p data-cifra={cifra} className="mt-1 text-2xl font-semibold tabular-nums">
          {numero(periodo.total)}
        </p>
        <Change periodo={periodo} />
        <div className="mt-4 grow content-end">
          {periodo.total === 0 ? (
            <div className="grid justify-items-center gap-2 text-center">
              <FirstDays />
              <p className="text-sm text-pretty text-muted-foreground">{vacio}</p>
            </div>
          ) : (
            <Days cifra={cifra} dias={periodo.dias} />
          )}
        </div>
      </section>
    </Card>
  )
}

function Change({ periodo: { total, anterior } }: { periodo: Periodo }) {
  if (anterior === null) {
    return total > 0 && <p className="mt-1 text-sm text-muted-foreground">{textos.sinComparar}</p>
  }
  const change = total - anterior
  const Icon = change === 0 ? Equal : change > 0 ? TrendingUp : TrendingDown
  const sentence =
    change === 0 ? textos.igual : change > 0 ? textos.mas(change, anterior) : textos.menos(-change, anterior)
  return (
    <p className="mt-1 flex items-start gap-1.5 text-sm text-pretty text-muted-foreground">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {sentence}
    </p>
  )
}

function Days({ cifra, dias }: { cifra: Cifra; dias: Periodo['dias'] }) {
  const { unidad, columna, tabla } = textos[cifra]
  const best = mejorDia(dias)
  const bars = dias.map(({ dia, valor }) => ({
    key: dia,
    label: diaCompleto(dia),
    value: valor,
    text: numero(valor),
  }))
  return (
    <>
      <BarChart
        bars={bars}
        caption={tabla}
        columns={[textos.dia, columna]}
        ends={[diaCorto(dias[0]?.dia ?? ''), textos.hoy]}
        top={numero(best?.valor ?? 0)}
      />
      {best && (
        <p className="mt-2 text-sm text-muted-foreground">
          {textos.mejorDia(diaCorto(best.dia), unidad(best.valor))}
        </p>
      )}
    </>
  )
}

/** Dotted bars that grow: for a figure that has no days yet. */
export function FirstDays() {
  return (
    <svg viewBox="0 0 120 64" aria-hidden="true" className="h-16 w-30">
      <path d="M10 58h100" className="stroke-primary" strokeWidth="3" strokeLinecap="round" />
      <g className="fill-primary-tint">
        <rect x="18" y="42" width="14" height="14" rx="3" />
        <rect x="40" y="34" width="14" height="22" rx="3" />
        <rect x="62" y="24" width="14" height="32" rx="3" />
      </g>
      <rect x="84" y="12" width="14" height="44" rx="3" className="fill-accent" />
    </svg>
  )
}
