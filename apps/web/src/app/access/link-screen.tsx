import { enlaceDeCuenta as textos } from '@maestros/dominio/acceso/textos-de-enlace'
import { comun } from '@maestros/dominio/textos'
import type { ReactNode } from 'react'
import type { LinkQuestion } from '#lib/session/links/link-question.ts'
import { Button } from '#ui/elements/button.tsx'
import { SpinnerPage } from '#ui/elements/spinner.tsx'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { AccessPage } from './access-page.tsx'

/** Asks before the session of a link is stored (lib/session/links/open-link.ts). */
export default function LinkScreen({ question }: { question: LinkQuestion }) {
  if (question.kind === 'opening') return <SpinnerPage label={comun.cargando} />
  return (
    <AccessPage>
      <Question question={question} />
    </AccessPage>
  )
}

function Question({ question }: { question: Exclude<LinkQuestion, { kind: 'opening' }> }) {
  switch (question.kind) {
    case 'ask':
      return <Ask {...question} />
    case 'unreachable': {
      const { own, answer } = question
      return (
        <Answers title={textos.sinConexion} text={textos.sinConexionTexto}>
          <Button variant="next" size="large" onClick={() => answer(true)}>
            {comun.reintentar}
          </Button>
          <Button variant="outline" size="large" onClick={() => answer(false)}>
            {own === null ? textos.seguirSinCuenta : textos.seguir}
          </Button>
        </Answers>
      )
    }
    case 'expired':
      return (
        <Answers title={textos.invalido} text={textos.invalidoTexto}>
          <Button variant="next" size="large" onClick={question.answer}>
            {textos.seguir}
          </Button>
        </Answers>
      )
  }
}

function Ask({ account, own, answer }: Extract<LinkQuestion, { kind: 'ask' }>) {
  const { email, name, role } = account
  return (
    <Answers title={textos.titulo} text={textos.abre}>
      <div className="grid gap-1 rounded-card border border-border bg-muted p-4">
        {name && <p className="font-semibold">{name}</p>}
        <p>{email}</p>
        {role && <p className="text-muted-foreground">{textos.rol[role]}</p>}
      </div>
      <p className="mb-2 text-pretty">{textos.cuidado}</p>
      {own !== null && <p className="mb-2 text-pretty">{textos.tuCuenta(own)}</p>}
      <Button variant="next" size="large" onClick={() => answer(true)}>
        {textos.entrar(name ?? email)}
      </Button>
      <Button variant="outline" size="large" onClick={() => answer(false)}>
        {textos.noSoyYo}
      </Button>
    </Answers>
  )
}

type Props = { title: string; text: string; children: ReactNode }

function Answers({ title, text, children }: Props) {
  return (
    <div className="[overflow-wrap:anywhere]">
      <StepHeading title={title} focused>
        {text}
      </StepHeading>
      <div className="mt-5 grid gap-3">{children}</div>
    </div>
  )
}
