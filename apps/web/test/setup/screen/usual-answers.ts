import { getChats } from '@maestros/contrato/chat/get-chats'
import { oficiosBuscados } from '@maestros/contrato/directorio/oficios-buscados'
import { miPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { panelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import { onboardingBorrador } from '@maestros/contrato/onboarding/onboarding-borrador'
import { maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import { trackProfileView } from '@maestros/contrato/perfil/track-profile-view'
import { resenas } from '@maestros/contrato/resenas/resenas'
import { alcaldias, oficios } from '../rows/directorio.ts'
import { miPerfil as miPerfilPropio, panel } from '../rows/maestro.ts'
import { perfil, resena } from '../rows/perfil.ts'
import { answer, answerCount, answerRpc, answerTable } from './answers.ts'

/** What the server answers to calls that a test says nothing about. */
export function usualAnswers() {
  answerTable('alcaldias_disponibles', alcaldias('Coyoacán', 'Tlalpan'))
  answerTable('oficios_disponibles', oficios('Electricidad', 'Plomería'))
  answer(oficiosBuscados, { oficios: [] })
  answer(maestroProfile, perfil())
  answer(resenas, { distribucion: perfil().distribucion, resenas: [resena(1)], cursor: null })
  answer(trackProfileView, { success: true })
  answer(getChats, { success: true, chats: [], cursor: null })
  answerCount('chats', 0)
  answer(panelMaestro, panel())
  answerRpc('update_maestro_stats')
  answer(miPerfil, miPerfilPropio())
  answer(onboardingBorrador, { success: true, completo: false, pasos: {} })
}
