import { Guard } from '../guard.tsx'

export default function MaestroLayout() {
  return <Guard group="maestro" />
}
