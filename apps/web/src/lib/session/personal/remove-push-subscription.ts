/**
 * Removes the push subscription of this browser and the notifications that it shows. The server deletes the subscription with
 * the session.
 */
export async function removePushSubscription() {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
