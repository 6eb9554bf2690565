/** What a push notification carries to the service worker of the web app, as JSON. */
export interface AvisoPush {
  titulo: string
  cuerpo: string
  /** Notifications of one group replace each other. */
  grupo: string
  /** The path of the web app that a click opens. */
  ruta: string
  /** When the newest of it happened, in milliseconds since 1970. A phone without a network gets the notification up to a day later. */
  en: number
}
