import { comun } from '@maestros/dominio/textos'
import type { Subject } from './addresses.ts'
import type { View } from './views.ts'

/** The JSON-LD of a page: its questions, its place in the site, its list of people and the service that they offer. */
export function structuredData(siteUrl: string, subject: Subject, view: View): string {
  const url = siteUrl + view.direccion
  const graph = [questions(view), breadcrumbs(siteUrl, view), ...listed(view), ...service(url, subject, view)]
  return safeInScript(JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }))
}

/** A name must not end the script element, nor be understood as the beginning of a comment. */
const safeInScript = (json: string) => json.replaceAll('<', '\\u003c')

const questions = ({ preguntas }: View) => ({
  '@type': 'FAQPage',
  inLanguage: 'es-MX',
  mainEntity: preguntas.map(({ pregunta, respuesta }) => ({
    '@type': 'Question',
    name: pregunta,
    acceptedAnswer: { '@type': 'Answer', text: respuesta },
  })),
})

function breadcrumbs(siteUrl: string, { migas, actual, direccion }: View) {
  const steps = [...migas, { nombre: actual, destino: direccion }]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ nombre, destino }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: nombre,
      item: siteUrl + destino,
    })),
  }
}

function listed({ maestros }: View) {
  if (!maestros) return []
  return [
    {
      '@type': 'ItemList',
      name: maestros.encabezado,
      numberOfItems: maestros.tarjetas.length,
      itemListElement: maestros.tarjetas.map(({ nombre }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: nombre,
      })),
    },
  ]
}

function service(url: string, { oficio, alcaldia }: Subject, { descripcion, cifras }: View) {
  if (!oficio || !alcaldia || !cifras) return []
  return [
    {
      '@type': 'Service',
      url,
      serviceType: oficio.nombre,
      description: descripcion,
      areaServed: { '@type': 'AdministrativeArea', name: `${alcaldia.nombre}, Ciudad de México` },
      provider: { '@type': 'Organization', name: comun.producto },
    },
  ]
}
