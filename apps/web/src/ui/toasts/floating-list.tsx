import type { ReactNode, Ref } from 'react'

type Props = { ref?: Ref<HTMLOListElement>; children: ReactNode }

/** The list of toasts and questions, above dialogs. */
export function List({ ref, children }: Props) {
  return (
    <ol
      ref={ref}
      className="screen-only pointer-events-none fixed top-20 left-[max(1rem,calc(50%-11.125rem))] z-60 grid w-[min(22.25rem,calc(100vw-2rem))] gap-2"
    >
      {children}
    </ol>
  )
}
