import { comun } from '@maestros/dominio/textos/comun'
import { enlaceDeCuenta as textos } from '@maestros/dominio/textos/enlace-de-cuenta'
import { type ReactNode, useState } from 'react'
import { dismissLink, type LinkQuestion } from '#lib/link-question.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialog.tsx'
import { SpinnerPage } from '#ui/spinner.tsx'

/** Asks before a link replaces the signed-in account with another one. */
export default function LinkDialog({ question }: { question: LinkQuestion }) {
  if (question.kind === 'opening') return <SpinnerPage label={comun.cargando} />
  return (
    <Dialog open onOpenChange={dismissLink}>
      {/* The link of an e-mail works once, so that a touch beside the question must not dismiss it. */}
      <DialogContent closeLabel={comun.cerrar} onPointerDownOutside={(event) => event.preventDefault()}>
        <Question question={question} />
      </DialogContent>
    </Dialog>
  )
}

function Question({ question }: { question: Exclude<LinkQuestion, { kind: 'opening' }> }) {
  switch (question.kind) {
    case 'ask':
      return <Ask {...question} />
    case 'expired':
      return (
        <Answers title={textos.invalido} text={textos.invalidoTexto}>
          <Button onClick={dismissLink}>{textos.seguir}</Button>
        </Answers>
      )
    case 'unreachable':
      return (
        <Answers title={textos.sinConexion} text={textos.sinConexionTexto}>
          <Button onClick={() => void question.retry()}>{comun.reintentar}</Button>
          <Button variant="outline" onClick={dismissLink}>
            {textos.seguir}
          </Button>
        </Answers>
      )
  }
}

function Ask({ email, own, accept }: Extract<LinkQuestion, { kind: 'ask' }>) {
  const [changing, setChanging] = useState(false)
  const change = () => {
    setChanging(true)
    void accept()
  }
  return (
    <Answers
      title={textos.titulo}
      text={`${textos.abre(email)} ${textos.tuCuenta(own)}`}
      warning={textos.cuidado(email)}
    >
      <Button onClick={dismissLink}>{textos.seguir}</Button>
      <Button variant="outline" disabled={changing} onClick={change}>
        {textos.cambiar}
      </Button>
    </Answers>
  )
}

type Props = { title: string; text: string; warning?: string; children: ReactNode }

function Answers({ title, text, warning, children }: Props) {
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription className="[overflow-wrap:anywhere]">{text}</DialogDescription>
      {warning && <p className="mt-2 [overflow-wrap:anywhere]">{warning}</p>}
      <div className="mt-5 grid gap-2">{children}</div>
    </>
  )
}
