import { perfil } from '@maestros/dominio/perfil/textos'
import { Button } from '#ui/elements/button.tsx'

const { acciones: textos } = perfil

type Props = {
  /** Whether the review takes the place of the contact. */
  reviewable: boolean
  openingChat: boolean
  onChat: () => void
  onContact: () => void
  onReview: () => void
  reviewLabel: string
}

/** Fixed at the bottom of the window on phones and tablets; beside the profile on a desktop. */
export function ActionsBar({ reviewable, openingChat, onChat, onContact, onReview, reviewLabel }: Props) {
  const fit = 'px-3 leading-tight text-balance min-h-13 max-[18.75rem]:px-1 max-[18.75rem]:text-sm'
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-border bg-background/95 backdrop-blur-sm lg:static lg:border-0 lg:bg-transparent lg:backdrop-blur-none"
    >
      <div className="mx-auto grid max-w-reading grid-cols-2 gap-3 px-4 max-[13.75rem]:grid-cols-1 max-[13.75rem]:gap-2 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:grid-cols-1 lg:p-0">
        <Button variant="next" className={fit} aria-busy={openingChat} onClick={onChat}>
          {openingChat ? textos.abriendoChat : textos.chatear}
        </Button>
        {reviewable ? (
          <Button variant="outline" className={fit} aria-haspopup="dialog" onClick={onReview}>
            {reviewLabel}
          </Button>
        ) : (
          <Button variant="outline" className={fit} aria-haspopup="dialog" onClick={onContact}>
            {textos.verContacto}
          </Button>
        )}
      </div>
    </div>
  )
}
