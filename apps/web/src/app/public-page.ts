import { useEffect, useState } from 'react'
import type { MetaDescriptor } from 'react-router'
import { getClient } from '#lib/client.ts'

/** The server writes its own address into the prerendered pages when it starts (http/filled-pages.ts). */
const SITE_URL = import.meta.env.SSR ? '__SITE_URL__' : location.origin

type Given = { path: string; title: string; description: string; picture?: string; structured?: object[] }

/** What search engines and link previews read of a public page. */
export function publicMeta({ path, title, description, picture, structured = [] }: Given): MetaDescriptor[] {
  const url = `${SITE_URL}${path}`
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'es_MX' },
    { property: 'og:url', content: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(picture
      ? [
          { property: 'og:image', content: `${SITE_URL}${picture}` },
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '630' },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
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
