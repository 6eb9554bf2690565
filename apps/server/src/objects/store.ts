/** Bytes by path. Who may read which is decided before it is asked. */
export interface ObjectStore {
  read(path: string): Promise<{ bytes: Buffer; size: number } | undefined>
  write(path: string, bytes: Buffer): Promise<void>
  remove(path: string): Promise<void>
  /** Removes what writes that never ended left behind, if they began before the given moment. */
  removeDrafts(before: Date): Promise<void>
}
