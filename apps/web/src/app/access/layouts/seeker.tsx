import { Guard } from '../guard.tsx'

export default function SeekerLayout() {
  return <Guard group="seeker" />
}
