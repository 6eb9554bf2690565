import { landing } from '@maestros/dominio/paginas/textos-de-landing'
import { comun } from '@maestros/dominio/textos'
import { LANDINGS } from '#features/paginas/landing/trades.ts'
import { cn, LINK } from '#ui/class-names.ts'
import { LEGAL_LINKS } from './legal-links.ts'

const { pie } = comun

const LINKS = [
  ['/maestros', pie.maestros],
  ...LEGAL_LINKS,
  ['/login', pie.entrar],
  ['/login-maestro', pie.entrarMaestro],
] as const

/** The end of every public page. Plain links: these pages work without a script. */
export function PublicFooter() {
  return (
    <footer className="screen-only border-t border-border bg-card">
      <div className="mx-auto grid max-w-grid gap-6 px-4 py-10">
        <p className="max-w-reading text-pretty text-muted-foreground">{landing.aviso}</p>
        <nav aria-label={pie.nombre}>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {LINKS.map(([to, label]) => (
              <FooterLink key={to} to={to} label={label} />
            ))}
          </ul>
          <p className="mt-4 text-sm text-muted-foreground">{landing.otros}</p>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {Object.entries(LANDINGS).map(([name, { quienes }]) => (
              <FooterLink key={name} to={`/${name}`} label={quienes} />
            ))}
          </ul>
        </nav>
        <p className="text-sm text-muted-foreground">{comun.producto}</p>
      </div>
    </footer>
  )
}

function FooterLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <a href={to} className={cn(LINK, 'tap-target inline-block py-2.5 font-medium first-letter:uppercase')}>
        {label}
      </a>
    </li>
  )
}
