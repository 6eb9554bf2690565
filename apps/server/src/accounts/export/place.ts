/** Where the file of an export is. */

export const EXPORT_BUCKET = 'chat-media'
export const EXPORT_FOLDER = 'exportaciones'
export const exportName = (account: string, id: string) => `${EXPORT_FOLDER}/${account}/${id}.zip`
