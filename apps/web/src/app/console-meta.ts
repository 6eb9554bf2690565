import { comun } from '@maestros/dominio/textos/comun'
import { operacion } from '@maestros/dominio/textos/operacion'
import type { MetaFunction } from 'react-router'

/** The meta of a screen of the operators' console: its title, and no place in search engines. */
export const consoleMeta =
  (titulo: string): MetaFunction =>
  () => [
    { title: `${titulo} · ${operacion.consola} · ${comun.producto}` },
    { name: 'robots', content: 'noindex' },
  ]
