import { useEffect, useState } from 'react'
import type { MetaDescriptor } from 'react-router'
import { getClient } from '#lib/client/client.ts'
import { SITE_URL, socialMeta } from './social-meta.ts'

type Given = { path: string; title: string; description: string; picture?: string; structured?: object[] }

/** What search engines and link previews read of a public page. */
export function publicMeta({ path, structured = [], ...shown }: Given): MetaDescriptor[] {
  const url = `${SITE_URL}${path}`
  return [
    { title: shown.title },
    { name: 'description', content: shown.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:url', content: url },
    ...socialMeta(shown),
    ...structured.map((data) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...data } })),
  ]
}

const MAIL = 'privacy-mail'

/** The mailbox for privacy requests, as the server has written it into the prerendered page. */
const writtenMail = (): string | undefined =>
  import.meta.env.SSR
    ? '__PRIVACY_EMAIL__'
    : document.querySelector<HTMLMetaElement>(`meta[name="${MAIL}"]`)?.content

export const privacyMailMeta = (): MetaDescriptor[] => [{ name: MAIL, content: writtenMail() ?? '' }]

/** A visitor who comes from another screen has no prerendered page: the address is asked for. */
export function usePrivacyMail(): string {
  const [mail, setMail] = useState(() => writtenMail() || `privacidad@${location.hostname}`)
  useEffect(() => {
    if (writtenMail()) return
    void getClient().then(
      ({ supportEmail }) => supportEmail && setMail(supportEmail),
      () => undefined,
    )
  }, [])
  return mail
}
