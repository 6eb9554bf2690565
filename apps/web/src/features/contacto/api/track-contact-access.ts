import {
  type Contacto,
  type TrackContactAccessInput,
  trackContactAccess,
} from '@maestros/contrato/contacto/track-contact-access'
import { callFunction } from '#lib/functions.ts'
import { logFailure } from '#lib/log.ts'
import { UNLOCK } from '#lib/query-client.ts'
import { useMutation } from '#lib/use-mutation.ts'

export function useTrackContactAccess(onUnlocked: (contacto: Contacto) => void) {
  return useMutation({
    mutationKey: UNLOCK,
    mutationFn: async (input: TrackContactAccessInput) =>
      (await callFunction(trackContactAccess, input)).data,
    onSuccess: onUnlocked,
    onError: (cause) => logFailure('contact access', cause),
  })
}
