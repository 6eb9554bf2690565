import { inFile } from '../mutant.ts'

const FOLDER = 'apps/server/src/subjects/directorio/pages'

/** What the public search pages show, and how often they are read. */
export const searchPagesMutants = [
  ...inFile(`${FOLDER}/pair.ts`, [
    {
      it: 'shows maestros who do not want to appear on public pages',
      text: ' and m.en_paginas_publicas',
      by: '',
      tests: ['directorio/pages/pages'],
    },
  ]),
  ...inFile(`${FOLDER}/views.ts`, [
    {
      it: 'lets search engines list a pair without maestros',
      text: 'robots: total > 0 ? INDEXED : NOT_INDEXED',
      by: 'robots: INDEXED',
      tests: ['directorio/pages/pages'],
    },
    {
      it: 'lets search engines list a trade without maestros',
      text: 'robots: boroughs > 0 ? INDEXED : NOT_INDEXED',
      by: 'robots: INDEXED',
      tests: ['directorio/pages/pages'],
    },
  ]),
  ...inFile(`${FOLDER}/catalogue.ts`, [
    {
      it: 'lists pairs in the sitemap whose maestros have left',
      text: 'from interno.directorio_totales where total > 0',
      by: 'from interno.directorio_totales',
      tests: ['directorio/pages/pages'],
    },
    {
      it: 'has pages of trades that are not active',
      text: 'from public.oficios_disponibles where activo',
      by: 'from public.oficios_disponibles',
      tests: ['directorio/pages/pages'],
    },
  ]),
  ...inFile(`${FOLDER}/template.ts`, [
    {
      it: 'does not escape names',
      text: '{ escape: escapeHtml }',
      by: '{ escape: String }',
      tests: ['directorio/pages/pages'],
    },
  ]),
  ...inFile(`${FOLDER}/structured-data.ts`, [
    {
      it: 'lets a name end the script element',
      text: ".replaceAll('<', '\\\\u003c')",
      by: '',
      tests: ['directorio/pages/pages'],
    },
  ]),
  ...inFile(`${FOLDER}/routes.ts`, [
    {
      it: 'does not limit the requests of an address',
      text: 'addAddressLimit(app, addressLimit(config.LIMIT_REQUESTS_ADDRESS), limited)',
      by: 'void limited',
      tests: ['directorio/pages/pages'],
    },
  ]),
  ...inFile(`${FOLDER}/page-store.ts`, [
    {
      it: 'answers pages that are older than twice the time',
      text: 'ttl: 2 * freshMs',
      by: 'ttl: 20 * freshMs',
      tests: ['directorio/pages/page-store'],
    },
    {
      it: 'lets one caller take all turns',
      text: 'runningPerKey: 1',
      by: 'runningPerKey: 2',
      tests: ['directorio/pages/page-store'],
    },
    {
      it: 'answers an old page without reading it again',
      text: 'getRemainingTTL(path) >= freshMs',
      by: 'getRemainingTTL(path) >= 0',
      tests: ['directorio/pages/page-store'],
    },
  ]),
]
