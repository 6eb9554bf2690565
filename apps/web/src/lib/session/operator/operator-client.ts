import type { OperatorClient } from '../../client/client-type.ts'
import { operatorStorage, STORAGE_NAME } from './operator-storage.ts'

let pending: Promise<OperatorClient> | undefined

/** One client a page. A failed start is forgotten, so that the next call tries again. */
export function getOperatorClient(): Promise<OperatorClient> {
  pending ??= import('../../client/create-client.ts')
    .then(({ createOperatorClient }) =>
      createOperatorClient({ storageKey: STORAGE_NAME, storage: operatorStorage }),
    )
    .catch((cause: unknown) => {
      pending = undefined
      throw cause
    })
  return pending
}
