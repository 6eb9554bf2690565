import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin } from 'vite'
import routes from '../../../src/app/routes.ts'

/** The routes of the app as a module that loads the screens, as the framework's own plugin makes it for the build. */
export function screenRoutes(): Plugin {
  const id = 'virtual:screen-routes'
  return {
    name: 'screen-routes',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) => (resolved === `\0${id}` ? `export default ${written(routes)}` : undefined),
  }
}

function written(entries: RouteConfigEntry[]): string {
  const each = entries.map(({ id, path, index, file, children }) => {
    const fields = [
      `id: ${JSON.stringify(id ?? file.replace(/\.\w+$/, ''))}`,
      ...(path === undefined ? [] : [`path: ${JSON.stringify(path)}`]),
      ...(index ? ['index: true'] : []),
      `load: () => import('/src/app/${file}')`,
      ...(children ? [`children: ${written(children)}`] : []),
    ]
    return `{ ${fields.join(', ')} }`
  })
  return `[${each.join(',\n')}]`
}
