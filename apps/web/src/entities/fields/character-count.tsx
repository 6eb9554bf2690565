import { cuentaDeCaracteres } from '@maestros/dominio/numeros'
import { cn } from '#ui/class-names.ts'

/** How many characters of a text field are used; red when there are too many. */
export function CharacterCount({ length, max }: { length: number; max: number }) {
  return (
    <span
      className={cn(
        'text-sm whitespace-nowrap tabular-nums',
        length > max ? 'text-destructive' : 'text-muted-foreground',
      )}
    >
      {cuentaDeCaracteres(length, max)}
    </span>
  )
}
