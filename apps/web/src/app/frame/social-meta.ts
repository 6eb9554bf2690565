import type { MetaDescriptor } from 'react-router'

/** The server writes its own address into the prerendered pages when it starts (platform/http/filled-pages.ts). */
export const SITE_URL = import.meta.env.SSR ? '__SITE_URL__' : location.origin

type Given = { title: string; description: string; picture?: string }

/** What link previews show of a page. `picture` is made at build (vite/social-pictures.ts). */
export const socialMeta = ({
  title,
  description,
  picture = '/social/inicio.png',
}: Given): MetaDescriptor[] => [
  { property: 'og:type', content: 'website' },
  { property: 'og:locale', content: 'es_MX' },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
  { property: 'og:image', content: `${SITE_URL}${picture}` },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { name: 'twitter:card', content: 'summary_large_image' },
]
