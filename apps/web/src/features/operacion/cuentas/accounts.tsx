import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#ui/elements/button.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { Input } from '#ui/fields/input.tsx'
import { type CuentaCompleta, cuentasQuery } from '../api/cuentas.ts'
import { EmptyTray } from '../drawings.tsx'
import { ConsoleScreen, Read } from '../parts.tsx'
import { useDraft } from '../use-draft.ts'
import { AccountCard } from './account-card.tsx'

const { cuentas: textos, cuenta } = operacion

/** Finds accounts. What is searched is personal, so it is in no address. */
export function Accounts() {
  const [typed, setTyped] = useDraft('cuentas')
  const [search, setSearch] = useState<{ text: string; nth: number } | null>(null)
  const [empty, setEmpty] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = typed.trim()
    setEmpty(text === '')
    if (text === '') field.current?.focus()
    else setSearch((last) => ({ text, nth: (last?.nth ?? 0) + 1 }))
  }
  return (
    <ConsoleScreen title={textos.titulo} text={textos.texto}>
      <Form
        early={comun.formulario}
        noValidate
        role="search"
        onSubmit={submit}
        className="grid max-w-reading gap-3"
      >
        <Field label={textos.campo} hint={textos.campoAyuda} error={empty ? textos.vacia : undefined}>
          {(control) => (
            <Input
              {...control}
              ref={field}
              name="busqueda"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={SEARCH_MAX}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="justify-self-start">
          {textos.boton}
        </Button>
      </Form>
      {search && <Found key={search.nth} text={search.text} nth={search.nth} />}
    </ConsoleScreen>
  )
}

/** The longest search that the contract takes. */
const SEARCH_MAX = 255

/** The account of an address of the console, to which the other screens lead. */
export function AccountById({ id }: { id: string }) {
  return (
    <ConsoleScreen title={cuenta.titulo} back="/operacion/cuentas">
      <Found text={id} />
    </ConsoleScreen>
  )
}

function Found({ text, nth = 0 }: { text: string; nth?: number }) {
  return (
    <Read query={useQuery(cuentasQuery(text, nth))} rows={1}>
      {({ cuentas }) => (cuentas.length === 0 ? <NoAccount /> : <AccountCards cuentas={cuentas} />)}
    </Read>
  )
}

function NoAccount() {
  return (
    <div role="status">
      <Notice drawing={<EmptyTray />} title={textos.ninguna.titulo}>
        {textos.ninguna.texto}
      </Notice>
    </div>
  )
}

function AccountCards({ cuentas }: { cuentas: readonly CuentaCompleta[] }) {
  return (
    <>
      <p role="status" className="text-sm text-muted-foreground">
        {textos.encontradas(cuentas.length)}
      </p>
      {cuentas.map((one) => (
        <AccountCard key={one.id} cuenta={one} />
      ))}
    </>
  )
}
