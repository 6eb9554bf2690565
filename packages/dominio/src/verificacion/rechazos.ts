import { operacion } from '../operacion/textos.ts'
import type { Correccion, DatoVerificable } from './estados.ts'

/**
 * What ends a rejection with this reason: what its ready sentence asks for. An operator who writes another reason in the console says
 * it; on the command line a reason of the INE may name photo and name. Null: the datum itself and its documents.
 */
export function correccionesDelMotivo(dato: DatoVerificable, motivo: string): Correccion[] | null {
  const lista = operacion.rechazo.frases[dato].find(({ texto }) => texto === motivo.trim())
  if (lista) return [...lista.corrige_con]
  if (dato !== 'ine') return null
  const foto: Correccion[] = /foto de (?:tu )?perfil|selfie/i.test(motivo) ? ['foto'] : []
  const nombre: Correccion[] = /nombre|apellido/i.test(motivo) ? ['nombre'] : []
  return foto.length + nombre.length === 0 ? null : [...foto, ...nombre, 'ine', 'reverso']
}
