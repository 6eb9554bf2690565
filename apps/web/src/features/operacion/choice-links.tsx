import { Link } from 'react-router'
import { cn } from '#ui/class-names.ts'

type Props = { label: string; options: readonly { to: string; name: string; current: boolean }[] }

/** Which rows of a list are shown. The choice is in the address, so the browser's back returns to it. */
export function ChoiceLinks({ label, options }: Props) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {options.map(({ to, name, current }) => (
          <li key={to}>
            <Link
              to={to}
              replace
              aria-current={current ? 'true' : undefined}
              className={cn(
                'inline-flex min-h-11 items-center rounded-full border px-4 font-medium',
                current
                  ? 'border-primary bg-primary-tint text-primary'
                  : 'border-control bg-card hover:bg-muted',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
