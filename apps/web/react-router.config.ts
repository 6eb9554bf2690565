import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  ssr: false,
  // Public pages are files that show before any script runs; every other path is answered with index.html.
  prerender: [
    '/login',
    '/login-maestro',
    '/registro',
    '/registro-maestro',
    '/recuperar-buscador',
    '/recuperar-maestro',
  ],
} satisfies Config
