import { escapeHtml } from '../escape-html.ts'
import type { Config } from '../settings/config.ts'
import { compressPage, type ReadyPage } from './ready-page.ts'

type Settings = Pick<Config, 'siteUrl' | 'SUPPORT_EMAIL'>

const PLACEHOLDER = /__(?:SITE_URL|PRIVACY_EMAIL)__/

/** Undefined when the page contains no setting. */
export const fillPage = (html: string, settings: Settings): ReadyPage<string> | undefined =>
  PLACEHOLDER.test(html) ? compressPage(fillSettings(html, settings)) : undefined

export function fillSettings(html: string, { siteUrl, SUPPORT_EMAIL }: Settings): string {
  const mail = SUPPORT_EMAIL ?? `privacidad@${new URL(siteUrl).hostname}`
  return html
    .replaceAll('__SITE_URL__', () => escapeHtml(siteUrl))
    .replaceAll('__PRIVACY_EMAIL__', () => escapeHtml(mail))
}
