import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { onEdit } from '../drafts.ts'

/** The text field of a chat: its height, and when it gets the focus. */
export function useComposerField(chatId: string, text: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null)
  useAutoHeight(field, text)
  useFocusOnDesktop(field)
  useFocusOnEdit(field, chatId)
  return field
}

/**
 * Makes the field as high as its text, where the browser does not do that by itself (field-sizing): measuring costs two
 * layouts of the page for each key. The stylesheet limits the height.
 */
function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    const borders = element.offsetHeight - element.clientHeight
    element.style.height = `${element.scrollHeight + borders}px`
  }, [field, text])
}

function useFocusOnDesktop(field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    if (matchMedia('(hover: hover) and (pointer: fine)').matches)
      field.current?.focus({ preventScroll: true })
  }, [field])
}

/** After a waiting message was put back into the field. */
function useFocusOnEdit(field: RefObject<HTMLTextAreaElement | null>, chatId: string) {
  useEffect(
    () =>
      onEdit((edited) => {
        if (edited === chatId) field.current?.focus()
      }),
    [field, chatId],
  )
}
