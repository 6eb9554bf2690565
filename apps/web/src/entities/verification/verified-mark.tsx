import { ShieldCheck } from 'lucide-react'
import { Explained } from '#ui/dialogs/explained.tsx'
import { Badge } from '#ui/elements/badge.tsx'

type Props = {
  label: string
  /** Shown when the mark is touched. */
  explanation?: string
}

/** A shield with a word: an operator has verified this person's identity. */
export function VerifiedMark({ label, explanation }: Props) {
  const mark = (
    <Badge variant="verified">
      <ShieldCheck aria-hidden />
      {label}
    </Badge>
  )
  return explanation ? <Explained explanation={explanation}>{mark}</Explained> : mark
}
