/** The page for developers, which the specification wants in English. */
export const testEmail = {
  title: 'Welcome email test',
  intro: 'Sends a welcome email to an account, also when it was sent before.',
  production: 'This page is not available in production.',
  loading: 'Loading…',
  sending: 'Sending…',
  retry: 'Try again',
  early: {
    waiting: 'The page is still loading. The form is sent when it is ready.',
    stuck: 'The page does not finish loading and nothing was sent. Load it again.',
    reload: 'Load again',
  },
  invalid: 'Type a valid UUID.',
  offline: 'The server could not be reached. Check your connection and try again.',
  failed: (reason: string) => `The email could not be sent: ${reason}`,
  maestro: {
    label: 'Maestro ID',
    send: 'Send maestro welcome email',
    sent: 'The maestro welcome email was queued.',
    unknown: 'There is no maestro with a complete profile and this ID.',
    sample: '00000000-0000-4000-8000-000000000001',
  },
  buscador: {
    label: 'Buscador ID',
    send: 'Send buscador welcome email',
    sent: 'The buscador welcome email was queued.',
    unknown: 'There is no confirmed buscador with this ID.',
    sample: '00000000-0000-4000-8000-000000000002',
  },
} as const
