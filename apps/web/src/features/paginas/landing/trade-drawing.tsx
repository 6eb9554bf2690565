import type { Landing } from '@maestros/dominio/paginas/textos-de-landing'

const FILLS = { primario: 'fill-primary', tinte: 'fill-primary-tint', acento: 'fill-accent' } as const

export function TradeDrawing({ drawing, className }: { drawing: Landing['dibujo']; className: string }) {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className={className}>
      {drawing.map(({ d, tono }) => (
        <path key={d} d={d} className={FILLS[tono]} />
      ))}
    </svg>
  )
}
