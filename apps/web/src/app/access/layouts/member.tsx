import { Guard } from '../guard.tsx'

export default function MemberLayout() {
  return <Guard group="member" />
}
