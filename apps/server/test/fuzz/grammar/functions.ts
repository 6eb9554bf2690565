import fc from 'fast-check'
import type { HttpInput } from '../input.ts'
import { anyJson, objectOf } from './json.ts'
import { encoded, ids, methodLike, queryOf, route, type Scale, times, weigh, word } from './words.ts'

/** The functions surface: the search's query string, and one JSON object for each of the other functions. */

const ALCALDIAS = ['Coyoacán', 'Tlalpan', 'Iztapalapa', 'coyoacan', 'None']
const OFICIOS = ['Plomería', 'Electricidad', 'Pintura', 'plomeria']

const searchParameter = (scale: Scale): fc.Arbitrary<string> =>
  fc.oneof(
    ...(
      [
        ['alcaldia', fc.constantFrom(...ALCALDIAS)],
        ['oficio', fc.constantFrom(...OFICIOS)],
        ['limit', fc.integer({ min: -1, max: 60 }).map(String)],
        ['cursor', word],
        ['orden', fc.constantFrom('recomendados', 'calificacion', 'trabajos', 'x')],
        ['nivel', fc.constantFrom('experto', 'experto,nuevo', 'nuevo,'.repeat(100))],
        ['verificados', fc.constantFrom('1', '0')],
        ['disponibles', fc.constantFrom('1', '0')],
        ['calificacion_minima', fc.constantFrom('4.5', '0', '5.5', '4.75')],
        ['x', times(scale, 3000).map((n) => 'x'.repeat(n))],
      ] as const
    ).map(([name, value]) =>
      fc.oneof(weigh(6, encoded(value)), weigh(1, encoded(word))).map((text) => `${name}=${text}`),
    ),
  )

const place = fc.constantFrom(...ALCALDIAS)
const trade = fc.constantFrom(...OFICIOS)
const BODIES: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  'chat-initiate': {
    maestro_id: ids,
    alcaldia_seleccionada: place,
    oficio_seleccionado: trade,
    contexto: fc.record({ alcaldia: place, servicio: trade }),
  },
  'get-chats': { cursor: word },
  'get-maestro-chats': { cursor: word },
  'get-messages': { chat_id: ids, cursor: word },
  'send-message': {
    chat_id: ids,
    tipo: fc.constantFrom('texto', 'imagen', 'audio'),
    contenido: fc.oneof(
      word,
      fc.constantFrom('Buenas tardes', 'a'.repeat(4001), '5512345678', '🧱'.repeat(900)),
    ),
    client_id: fc.uuid(),
  },
  'track-profile-view': { maestro_id: ids },
  'track-contact-access': {
    maestro_id: ids,
    motivo: fc.oneof(word, fc.constantFrom('urgencia', 'otro')),
    detalle: fc.oneof(word, fc.constantFrom('Quiero enseñarle unos planos', 'Mi número es 5512345678')),
    contexto: fc.record({ alcaldia: place, servicio: trade }),
  },
}

export const functions = (scale: Scale): fc.Arbitrary<HttpInput> =>
  fc.oneof(
    route(3, {
      method: methodLike('GET'),
      path: fc
        .tuple(place, trade, queryOf(searchParameter(scale), 1))
        .map(
          ([alcaldia, oficio, more]) =>
            `/functions/v1/maestros?alcaldia=${encodeURIComponent(alcaldia)}&oficio=${encodeURIComponent(oficio)}` +
            more.replace('?', '&'),
        ),
    }),
    route(2, {
      method: methodLike('GET'),
      path: queryOf(searchParameter(scale), 8).map((query) => `/functions/v1/maestros${query}`),
      body: anyJson(scale),
    }),
    route(1, {
      method: methodLike('GET'),
      path: fc
        .tuple(
          encoded(word),
          queryOf(
            encoded(word).map((text) => `resenas_cursor=${text}`),
            2,
          ),
        )
        .map(([id, query]) => `/functions/v1/maestro-profile/${id}${query}`),
    }),
    ...Object.entries(BODIES).map(([name, fields]) =>
      route(1, {
        method: methodLike('POST'),
        path: fc.constantFrom(
          `/functions/v1/${name}`,
          `/functions/v1/${name}`,
          `/functions/v1/${name}/x?a=b`,
        ),
        body: fc.oneof(weigh(4, objectOf(scale, fields)), weigh(1, anyJson(scale))),
        type: fc.constantFrom(
          ...Array<string>(6).fill('application/json'),
          'text/plain',
          'multipart/form-data',
        ),
      }),
    ),
  )
