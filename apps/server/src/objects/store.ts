/** Reads and writes bytes by path. Access is checked before these functions are called. */
export interface ObjectStore {
  read(path: string): Promise<{ bytes: Buffer; size: number } | undefined>
  write(path: string, bytes: Buffer): Promise<void>
  remove(path: string): Promise<void>
  /** Removes the files of unfinished writes that began before the given time. */
  removeDrafts(before: Date): Promise<void>
}
