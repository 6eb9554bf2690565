import { describe, expect, test } from 'vitest'
import {
  campoDelRechazo,
  digitosDeReferencia,
  ONBOARDING_VACIO,
  type Onboarding,
  primerError,
} from '../../src/onboarding/formulario.ts'
import { erroresDeOnboarding as errores } from '../../src/onboarding/textos.ts'
import { publicos } from '../../src/seguridad/textos-de-rechazo.ts'
import { avisoDeCurp, digitoDeCurp, normalizarCurp } from '../../src/verificacion/curp.ts'

const referencia = {
  nombre_cliente: 'Rosa Martínez',
  descripcion_trabajo: 'Cambio de tuberías',
  numero_referencia: '55111122',
}
const completo: Onboarding = {
  datos: { nombre: 'Luis', apellido: 'Hernández', telefono: '55 1234 5678' },
  oficios: ['Plomería'],
  alcaldias: ['Coyoacán'],
  selfie: 'profile-photos/x/1.jpg',
  descripcion: 'x'.repeat(50),
  referencia1: referencia,
  referencia2: referencia,
  curp: 'hegg560427mvzrrl04',
  domicilio: 'Calle 12 #3',
  ine: 'ine_x_1.jpg',
  ine_reverso: '',
  comprobante_domicilio: '',
}

describe('the rules of onboarding', () => {
  test('accept a whole form without the optional pictures', () => {
    expect(primerError(completo)).toBeNull()
  })

  /** The fields in the specification's order, each with an invalid value and its message. */
  const orden: [Partial<Onboarding>, string, string][] = [
    [{ datos: { ...completo.datos, nombre: ' ' } }, 'nombre', errores.nombre],
    [{ oficios: [] }, 'oficios', 'Debes seleccionar al menos un oficio.'],
    [{ alcaldias: [] }, 'alcaldias', errores.alcaldias],
    [{ selfie: '' }, 'selfie', 'La selfie es obligatoria para completar tu perfil.'],
    [{ descripcion: 'x'.repeat(49) }, 'descripcion', 'La descripción debe tener al menos 50 caracteres.'],
    [
      { referencia1: { ...referencia, numero_referencia: '1234567' } },
      'referencia1_numero_referencia',
      'Todos los campos de la Referencia #1 son obligatorios y el teléfono debe tener entre 8-12 dígitos.',
    ],
    [
      { referencia2: { ...referencia, nombre_cliente: '' } },
      'referencia2_nombre_cliente',
      'Todos los campos de la Referencia #2 son obligatorios y el teléfono debe tener entre 8-12 dígitos.',
    ],
    [{ curp: 'HEGG560427MVZRRL0' }, 'curp', 'El CURP debe tener exactamente 18 caracteres alfanuméricos.'],
    [{ domicilio: 'Calle 1' }, 'domicilio', errores.domicilioCorto],
    [{ ine: '' }, 'ine', 'El documento de identidad es obligatorio.'],
  ]

  test('report the first error in the order of the specification, whatever follows it', () => {
    for (const [lugar, [, campo, mensaje]] of orden.entries()) {
      const desde = Object.assign({}, completo, ...orden.slice(lugar).map(([cambio]) => cambio))
      expect(primerError(desde)).toMatchObject({ campo, mensaje })
    }
    expect(primerError(ONBOARDING_VACIO)).toMatchObject({ campo: 'nombre' })
  })

  test.each([
    ['a description of 1000 characters', { descripcion: 'é'.repeat(1000) }, null],
    ['a description of 1001 characters', { descripcion: 'é'.repeat(1001) }, errores.descripcionLarga],
    ['a description of 1000 emojis', { descripcion: '🔧'.repeat(1000) }, null],
    ['a description of 1001 emojis', { descripcion: '🔧'.repeat(1001) }, errores.descripcionLarga],
    ['an address of 300 characters', { domicilio: 'x'.repeat(300) }, null],
    ['an address of 301 characters', { domicilio: 'x'.repeat(301) }, errores.domicilioLargo],
    ['a CURP with a dash', { curp: 'HEGG560427-VZRRL04' }, errores.curpInvalida],
    [
      'a telephone of 7 digits',
      { datos: { ...completo.datos, telefono: '5512345' } },
      errores.telefonoInvalido,
    ],
    [
      'a telephone of 7 digits with separators',
      { datos: { ...completo.datos, telefono: '(55) 123-45' } },
      errores.telefonoInvalido,
    ],
    [
      'a telephone with letters',
      { datos: { ...completo.datos, telefono: '55 1234 5678 casa' } },
      errores.telefonoInvalido,
    ],
    ['a telephone in parentheses', { datos: { ...completo.datos, telefono: '(55) 1234-5678' } }, null],
    [
      'a telephone with dots and country code',
      { datos: { ...completo.datos, telefono: ' +52 (55) 1234.5678 ' } },
      null,
    ],
    [
      'a reference phone with a blank',
      { referencia1: { ...referencia, numero_referencia: '5511 1122' } },
      errores.referencia(1),
    ],
    [
      'a reference phone of 13 digits',
      { referencia1: { ...referencia, numero_referencia: '1'.repeat(13) } },
      errores.referencia(1),
    ],
    [
      'a job of 301 characters',
      { referencia2: { ...referencia, descripcion_trabajo: 'x'.repeat(301) } },
      errores.trabajoLargo(2),
    ],
    [
      'a client with a name of 121 characters',
      { referencia1: { ...referencia, nombre_cliente: 'x'.repeat(121) } },
      errores.clienteLargo(1),
    ],
    ['nine trades', { oficios: Array.from({ length: 9 }, (_, n) => `o${n}`) }, errores.demasiadosOficios(8)],
  ])('decide %s', (_name, cambio, mensaje) => {
    expect(primerError({ ...completo, ...cambio })?.mensaje ?? null).toBe(mensaje)
  })

  test.each([
    ['+52 1 55 1234 5678', '5512345678'],
    ['+52 55 1234 5678', '5512345678'],
    ['521 55 1234 5678', '5512345678'],
    [' +52 (55) 1234-5678', '5512345678'],
    ['044 55 1234 5678', '5512345678'],
    ['55 1234 5678', '5512345678'],
    // Twelve digits are a valid number of a client, also when they begin like a country code.
    ['525512345678', '525512345678'],
    ['+52 a1234567', '521234567'],
    ['1234567890123', '123456789012'],
    ['+1 212 555 0100', '12125550100'],
  ])('take the digits of the client’s number %s', (texto, digitos) => {
    expect(digitosDeReferencia(texto)).toBe(digitos)
  })

  test('find the field of a refusal by its sentence', () => {
    expect(campoDelRechazo(publicos.contacto(publicos.campos.trabajo(2)))).toEqual({
      paso: 'referencia2',
      campo: 'referencia2_descripcion_trabajo',
    })
    expect(campoDelRechazo('El oficio Brujería ya no está disponible.')?.campo).toBe('oficios')
    expect(campoDelRechazo(errores.ineAjena)?.campo).toBe('ine')
    expect(campoDelRechazo(errores.reversoAjeno)).toEqual({ paso: 'ine_reverso', campo: 'ine_reverso' })
    expect(campoDelRechazo(errores.comprobanteAjeno)?.campo).toBe('comprobante_domicilio')
    expect(campoDelRechazo('Otra cosa')).toBeNull()
  })
})

describe('a CURP', () => {
  test('may be written or pasted with blanks, hyphens and small letters', () => {
    for (const text of [' hegg560427mvzrrl04\n', 'HEGG 560427 MVZRRL 04', 'HEGG-560427-MVZRRL–04'])
      expect(normalizarCurp(text)).toBe('HEGG560427MVZRRL04')
    expect(primerError({ ...completo, curp: 'hegg 560427-mvzrrl-04' })).toBeNull()
  })

  // Published examples: the registry's, the one of python-stdnum's documentation, and the one of Wikipedia.
  test.each(['HEGG560427MVZRRL04', 'BOXW310820HNERXN09', 'SABC560626MDFLRN01'])('%s is right', (curp) => {
    expect(avisoDeCurp(curp)).toBeNull()
    expect(digitoDeCurp(curp)).toBe(Number(curp.at(-1)))
  })

  test.each([
    ['HEGG560427MVZRRL05', 'digito'],
    ['HEGG560427MVZRLR04', 'digito'],
    ['HEGG561327MVZRRL04', 'fecha'],
    ['HEGG560230MVZRRL04', 'fecha'],
    ['HEGG560427MXXRRL04', 'estructura'],
    ['123456789012345678', 'estructura'],
  ])('%s gets a warning about its %s', (curp, aviso) => {
    expect(avisoDeCurp(curp)).toBe(aviso)
  })
})
