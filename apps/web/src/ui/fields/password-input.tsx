import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Input } from './input.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> & { showLabel: string; hideLabel: string }

export function PasswordInput({ showLabel, hideLabel, ...props }: Props) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-12"
        {...props}
      />
      <button
        type="button"
        aria-label={shown ? hideLabel : showLabel}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-muted-foreground hover:text-foreground"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  )
}
