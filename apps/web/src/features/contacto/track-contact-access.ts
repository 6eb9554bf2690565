import {
  type Contacto,
  type TrackContactAccessInput,
  trackContactAccess,
} from '@maestros/contrato/contacto/track-contact-access'
import { useMutation } from '#lib/client/use-mutation.ts'
import { logFailure } from '#lib/device/log.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { UNLOCK } from '#lib/session/query-client.ts'

export function useTrackContactAccess(onUnlocked: (contacto: Contacto) => void) {
  return useMutation({
    mutationKey: UNLOCK,
    mutationFn: async (input: TrackContactAccessInput) =>
      (await callFunction(trackContactAccess, input)).data,
    onSuccess: onUnlocked,
    onError: (cause) => logFailure('contact access', cause),
  })
}
