import { Link } from 'react-router'

export const linkClass = 'font-medium text-primary underline underline-offset-4 hover:text-primary-strong'

type AccessLink = { pregunta: string; enlace: string; ruta: string }

/** Links to the other access screens, each with a question before it. */
export function AccessLinks({ links }: { links: readonly AccessLink[] }) {
  return (
    <div className="mt-8 grid gap-1 border-t border-border pt-6 text-center">
      {links.map(({ pregunta, enlace, ruta }) => (
        <p key={ruta} className="text-muted-foreground">
          {pregunta}{' '}
          <Link to={ruta} className={`${linkClass} inline-block py-2`}>
            {enlace}
          </Link>
        </p>
      ))}
    </div>
  )
}
