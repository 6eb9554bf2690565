import { LoaderCircle } from 'lucide-react'
import { cn } from '../class-names.ts'

export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <span role="status" className="inline-flex">
      <LoaderCircle aria-hidden className={cn('size-8 animate-spin text-primary', className)} />
      <span className="sr-only">{label}</span>
    </span>
  )
}

export function SpinnerPage({ label }: { label: string }) {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner label={label} />
    </div>
  )
}
