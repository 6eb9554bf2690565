/** Why an e-mail with a link and a code is sent: to recover an account, or to confirm a sign-up. */
export type LetterKind = 'recovery' | 'signup'
