/** Messages between the service worker and the pages of the app. */

/** To a page: the worker of this build is in use now. */
export type Activated = { type: 'activated'; build: string }
/** To a page, with a port for the answer: go to this path without loading the page again. */
export type Open = { type: 'open'; path: string }
/** To the worker: a page of this build has started. */
export type Started = { type: 'started'; build: string }

const hasType = <T extends string>(data: unknown, type: T, field: string): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  data.type === type &&
  typeof Reflect.get(data, field) === 'string'

export const isActivated = (data: unknown): data is Activated => hasType(data, 'activated', 'build')
export const isOpen = (data: unknown): data is Open => hasType(data, 'open', 'path')
export const isStarted = (data: unknown): data is Started => hasType(data, 'started', 'build')
