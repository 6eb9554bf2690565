/** What React Router puts into the page about the build, as far as it is read here. */
declare global {
  interface Window {
    __reactRouterManifest?: { version?: string; routes: Record<string, ScreenFiles> }
  }
}

type ScreenFiles = {
  parentId?: string
  path?: string
  module: string
  clientLoaderModule?: string
  imports?: string[]
}

/** The version of React Router's manifest, by which a build is recognized. */
export const ownBuild = () => window.__reactRouterManifest?.version ?? ''
