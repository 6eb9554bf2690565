import type { Onboarding } from '@maestros/dominio/onboarding/formulario'
import type { TestApp } from '../app.ts'
import { documentNames, makeDocuments } from './documents.ts'
import { makePerson, type TestPerson } from './maestros.ts'

/** A maestro before onboarding, with the two required pictures uploaded, and a whole form that names them. */
export async function makeNewcomer(
  app: TestApp,
  file = '1.webp',
): Promise<TestPerson & { form: Onboarding }> {
  const person = await makePerson(app, 'maestro', { nombre: 'Nuria', apellido: 'Nava' })
  await app.sql`
    update public.profiles set terminos_aceptados = true, fecha_aceptacion = '2026-01-01T00:00:00Z'
    where id = ${person.id}`
  await makeDocuments(app, person.id, { file })
  return { ...person, form: formOf(person.id, file) }
}

export function formOf(id: string, file = '1.webp'): Onboarding {
  const { foto, ine } = documentNames(id, file)
  return {
    datos: { nombre: 'Nuria', apellido: 'Nava', telefono: '5512345678' },
    oficios: ['Plomería', 'Electricidad'],
    alcaldias: ['Tlalpan', 'Coyoacán'],
    selfie: foto,
    descripcion: 'Arreglo fugas, cambio llaves y reviso instalaciones con garantía por escrito.',
    referencia1: {
      nombre_cliente: 'Rosa Martínez',
      descripcion_trabajo: 'Cambio de tuberías del baño',
      numero_referencia: '5511112222',
    },
    referencia2: {
      nombre_cliente: 'Jorge Salas',
      descripcion_trabajo: 'Instalación de un calentador',
      numero_referencia: '5533334444',
    },
    curp: 'hegg560427mvzrrl04',
    domicilio: 'Calle Hidalgo 12, colonia Centro',
    ine,
    ine_reverso: '',
    comprobante_domicilio: '',
  }
}

/** Objects of the optional documents, without bytes. */
export async function makeOptionalDocuments(app: TestApp, id: string) {
  const names = {
    ine_reverso: `documentos/${id}/ine_reverso_1.webp`,
    comprobante_domicilio: `documentos/${id}/comprobante_domicilio_1.webp`,
  }
  await app.sql`
    insert into storage.objects (bucket_id, name, owner, mimetype, size, etag, unused_since)
    select 'chat-media', name, ${id}, 'image/webp', 1, 'x', now() from unnest(${Object.values(names)}::text[]) name`
  return names
}
