import { EmailLink, type TypedEmail } from './email-link.tsx'

export const linkClass =
  'tap-target font-medium text-primary underline underline-offset-4 hover:text-primary-strong'

type AccessLink = { pregunta: string; enlace: string; ruta: string }

type Props = { links: readonly AccessLink[]; email: TypedEmail }

/** Links to the other access screens, each with a question before it. */
export function AccessLinks({ links, email }: Props) {
  return (
    <div className="mt-8 grid gap-1 border-t border-border pt-6 text-center">
      {links.map(({ pregunta, enlace, ruta }) => (
        <p key={ruta} className="text-muted-foreground">
          {pregunta}{' '}
          <EmailLink to={ruta} email={email} className={`${linkClass} inline-block py-2.5`}>
            {enlace}
          </EmailLink>
        </p>
      ))}
    </div>
  )
}
