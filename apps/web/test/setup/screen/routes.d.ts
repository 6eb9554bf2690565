declare module 'virtual:screen-routes' {
  export type ScreenRoute = {
    id: string
    path?: string
    index?: boolean
    load: () => Promise<object>
    children?: ScreenRoute[]
  }
  const routes: ScreenRoute[]
  export default routes
}
