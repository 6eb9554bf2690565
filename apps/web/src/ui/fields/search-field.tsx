import { Search, X } from 'lucide-react'
import { type ComponentProps, type RefObject, useId, useRef } from 'react'
import { Button } from '../elements/button.tsx'
import { Label } from './field.tsx'
import { Input } from './input.tsx'

type Props = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'ref'> & {
  label: string
  /** The name of the button that clears the field. */
  clear: string
  typed: string
  onType: (typed: string) => void
  inputRef?: RefObject<HTMLInputElement | null>
}

/** A text field for searching while one types, with a button that clears it. The Escape key clears it too. */
export function SearchField({ label, clear, typed, onType, inputRef, onKeyDown, ...props }: Props) {
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own
  return (
    <>
      <Label htmlFor={id}>{label}</Label>
      <div className="relative mt-1">
        <Search
          aria-hidden
          className="absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          ref={input}
          id={id}
          role="searchbox"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          {...props}
          value={typed}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          onKeyDown={(event) => {
            onKeyDown?.(event)
            if (event.key === 'Escape') onType('')
          }}
          className="px-11"
        />
        {typed !== '' && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={clear}
            className="absolute top-0.5 right-0.5"
            onClick={() => {
              onType('')
              input.current?.focus()
            }}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
    </>
  )
}
