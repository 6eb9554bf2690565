/** Why an e-mail with a link and a code is sent: to recover an account, or to confirm a sign-up. */
export const mailKinds = ['recovery', 'signup'] as const
export type MailKind = (typeof mailKinds)[number]
