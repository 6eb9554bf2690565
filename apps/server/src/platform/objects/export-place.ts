import { join } from 'node:path'
import type { Config } from '../settings/config.ts'

/** Where the file of an export is. */

export const EXPORT_BUCKET = 'chat-media'
export const EXPORT_FOLDER = 'exportaciones'
export const exportName = (account: string, id: string) => `${EXPORT_FOLDER}/${account}/${id}.zip`

/** Files that are being written. The sweep of storage removes those that a killed process has left. */
export const exportTemporaryFiles = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => join(DATA_DIR, 'exports')
