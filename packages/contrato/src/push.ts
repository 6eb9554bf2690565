/** What a push notification carries to the service worker of the web app, as JSON. */
export interface AvisoPush {
  titulo: string
  cuerpo: string
  /** Notifications of one group replace each other. */
  grupo: string
  /** The path of the web app that a click opens. */
  ruta: string
}
