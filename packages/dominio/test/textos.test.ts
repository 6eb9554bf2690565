import { expect, test } from 'vitest'
import { salir } from '../src/acceso/textos-de-salir.ts'
import { push } from '../src/avisos/textos-de-push.ts'
import { preguntasFrecuentes } from '../src/ayuda/textos-de-preguntas.ts'
import { chat } from '../src/chat/textos.ts'
import { misDatos } from '../src/cuenta/textos.ts'
import { paginasDeBusqueda } from '../src/directorio/textos-de-paginas.ts'
import { miPerfil } from '../src/maestro/textos-de-mi-perfil.ts'
import { avisoDePrivacidad } from '../src/paginas/textos-de-privacidad.ts'
import { terminosBuscador, terminosMaestro } from '../src/paginas/textos-de-terminos.ts'
import { perfil } from '../src/perfil/textos.ts'
import { errorDeTexto, motivosContra } from '../src/seguridad/reportes.ts'
import { motivoDelBloqueo } from '../src/seguridad/textos-de-moderacion.ts'

test('the question before a sign-out agrees with the number of things that wait', () => {
  const { texto, quedarme } = salir
  const none = { mensajes: 0, imagenes: 0, notas: 0, pasos: 0, fotos: 0, leido: true }
  const one = { ...none, imagenes: 1 }
  expect(texto(one)).toMatch(/^Se enviará .* se borra de este dispositivo\.$/)
  expect(quedarme(one)).toBe('Esperar a que se envíe')
  const several = { ...none, mensajes: 1, imagenes: 1 }
  expect(texto(several)).toMatch(/^Se enviarán .* se borran de este dispositivo\.$/)
  expect(quedarme(several)).toBe('Esperar a que se envíen')
  expect(texto({ ...none, pasos: 1 })).toMatch(
    /^Todavía no llega a tu cuenta\. .* se borra de este dispositivo\.$/,
  )
  const onboarding = { ...none, pasos: 2, fotos: 1 }
  expect(texto(onboarding)).toMatch(/^Todavía no llegan a tu cuenta\. .* se borran de este dispositivo\.$/)
  expect(quedarme(onboarding)).toBe('No cerrar sesión')
  // The number is not known.
  expect(texto({ ...none, leido: false })).toMatch(
    /^Tu dispositivo no responde\. .* que no se hayan enviado\.$/,
  )
  expect(quedarme({ ...none, leido: false })).toBe('No cerrar sesión')
})

test('who closes the account reads what it means for the own role only', () => {
  const { texto, dialogoTexto } = misDatos.cerrar
  expect(`${texto.buscador} ${dialogoTexto.buscador}`).not.toMatch(/si eres|búsquedas|tu perfil/)
  expect(`${texto.maestro} ${dialogoTexto.maestro}`).not.toMatch(/si eres|tus reseñas|Los maestros/)
})

test('texts about one maestro, one message and many reviews agree with the number', () => {
  const { par, boton } = paginasDeBusqueda
  expect(par.entrada('Plomería', 'Coyoacán', 1)).toContain('escríbele por chat')
  expect(par.descripcion('Plomería', 'Coyoacán', 1, 0)).toContain('escríbele por chat')
  expect(par.entrada('Plomería', 'Coyoacán', 2)).toContain('escríbeles por chat')
  expect([boton.escribir(1), boton.escribir(2), boton.escribir()]).toEqual([
    'Regístrate gratis y escríbele',
    'Regístrate gratis y escríbeles',
    'Regístrate gratis y escríbeles',
  ])
  expect(chat.mensajes.nuevos(1)).toBe('Nuevo mensaje')
  expect(chat.mensajes.nuevos(2)).toBe('Nuevos mensajes')
  expect(perfil.calificacion.cantidad(1204)).toBe('1,204 reseñas')
})

test('the offer of notifications promises no hidden text, because a person may choose to show it', () => {
  expect(push.pregunta.texto).not.toMatch(/sin el texto/)
  expect(push.pregunta.texto).toMatch(/En Avisos eliges/)
})

test('the times of the own data have 24 hours', () => {
  expect(misDatos.exportar.lista('2026-03-04T21:05:00Z')).toContain('15:05')
})

test('the reason of a blocked message says who asks for the contact and how', () => {
  expect(motivoDelBloqueo('telefono', 'buscador')).toMatch(
    /icono de una tarjeta con una persona \(«Información de contacto»\)/,
  )
  expect(motivoDelBloqueo('telefono', 'maestro')).toMatch(/Lo pide la otra persona/)
  expect(motivoDelBloqueo('tarjeta', 'buscador')).not.toMatch(/contacto/)
})

test('the text of a report is optional, and the reasons fit the reported person', () => {
  expect(errorDeTexto('fraude', '')).toBeNull()
  expect(errorDeTexto('otro', ' ')).toBe('falta')
  expect(errorDeTexto('fraude', 'corto')).toBe('corto')
  expect(errorDeTexto('fraude', 'a'.repeat(1001))).toBe('largo')
  expect(errorDeTexto(null, 'a'.repeat(10))).toBeNull()
  expect(motivosContra('maestro')).toContain('trabajo_peligroso')
  expect(motivosContra('buscador')).not.toContain('trabajo_peligroso')
})

const textOf = ({ secciones }: typeof terminosBuscador) =>
  secciones.flatMap(({ parrafos }) => parrafos).join('\n')

test('the terms say that unverified maestros are listed, that the proof of address is optional and how to close an account', () => {
  for (const terms of [terminosBuscador, terminosMaestro].map(textOf)) {
    expect(terms).toMatch(/comprobante de domicilio es opcional/)
    expect(terms).toMatch(/aparece desde que (lo )?completa/)
    expect(terms).toMatch(/cerrar tu cuenta cuando quieras en «Tus datos»/)
  }
})

test('the privacy notice names what is stored in the browser, notifications, reports and references', () => {
  const notice = textOf(avisoDePrivacidad('privacidad@example.com'))
  for (const named of [
    /copia de tu lista de conversaciones/,
    /servicio de la empresa que hace tu navegador/,
    /reportes y bloqueos que hiciste/,
    /teléfonos de las referencias/,
    /en «Tus datos», cambiar tu nombre, descargar una copia/,
  ]) {
    expect(notice).toMatch(named)
  }
})

test('a maestro who changes the phone reads, in the dialog and in the help, that blocked people do not get it', () => {
  const answer = preguntasFrecuentes.maestro.find(({ id }) => id === 'telefono')
  for (const text of [miPerfil.contacto.texto, answer?.respuesta.join(' ')])
    expect(text).toMatch(/ve el \S+ nuevo, salvo las personas que bloqueaste\.$/)
})
