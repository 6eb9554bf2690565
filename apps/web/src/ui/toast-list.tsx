import { useEffect } from 'react'
import { Toaster as Sonner, toast as shown } from 'sonner'
import { setToastRenderer, type ToastLabels } from './toast.ts'
import styles from './toast-list.css?inline'

// Our own rules for toasts are in app.css. They are in no layer, so they count before these.
const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

/** Below the controls at the top (see clearControls in toast.ts). The stylesheet has the value before the first notice. */
const OFFSET = { top: 'var(--toast-top)', left: '1rem', right: '1rem' }

/** The list of notices, loaded after the first screen (see toast.ts). */
export default function ToastList({ label, closeLabel }: ToastLabels) {
  // sonner shows notices from its own effect on, which runs before this one.
  useEffect(() => {
    setToastRenderer({
      show: (kind, title, notice) => shown[kind](title, notice),
      dismiss: (id) => shown.dismiss(id),
    })
    return () => setToastRenderer(null)
  }, [])
  return (
    <Sonner
      position="top-center"
      offset={OFFSET}
      mobileOffset={OFFSET}
      duration={6000}
      containerAriaLabel={label}
      closeButton
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        classNames: { toast: 'toast', description: 'toast-description' },
      }}
    />
  )
}
