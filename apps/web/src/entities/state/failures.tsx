import { comun } from '@maestros/dominio/textos'
import type { ReactNode } from 'react'
import { focusHeadingAfter } from '#ui/dialogs/focus-once.ts'
import { Button } from '#ui/elements/button.tsx'
import { Notice } from '#ui/elements/notice.tsx'

type RetryProps = { onRetry: () => void; variant?: 'next' | 'primary' | 'outline'; retrying?: boolean }

/** `aria-disabled` instead of `disabled`: a disabled button would lose the focus. */
export function RetryButton({ onRetry, variant = 'next', retrying = false }: RetryProps) {
  return (
    <Button ref={focusHeadingAfter} variant={variant} onClick={onRetry} aria-disabled={retrying}>
      {comun.reintentar}
    </Button>
  )
}

type FailureProps = RetryProps & { drawing?: ReactNode; title: string; text?: string }

/** A part of a screen that could not be loaded. */
export function FailureNotice({ drawing, title, text, ...retry }: FailureProps) {
  return (
    <Notice drawing={drawing} title={title} action={<RetryButton {...retry} />}>
      {text}
    </Notice>
  )
}

/** At the end of a list whose next page could not be loaded. */
export function NextPageFailed({ text, ...retry }: { text: string } & Omit<RetryProps, 'variant'>) {
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <p role="alert" className="text-muted-foreground">
        {text}
      </p>
      <RetryButton variant="outline" {...retry} />
    </div>
  )
}
