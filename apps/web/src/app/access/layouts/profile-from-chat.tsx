import { Guard } from '../guard.tsx'

export default function ProfileFromChatLayout() {
  return <Guard group="profile-from-chat" />
}
