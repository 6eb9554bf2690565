import { createECDH } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/platform/settings/config.ts'

test.for([
  ['PORT', 'tres mil'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['WORKERS', '2'],
] as const)('%s=%s stops the start with its name', ([name, value]) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} `))
})

describe('SITE_URL', () => {
  test.for(['https://maestros.example', 'https://maestros.example/', 'https://Maestros.example:443'])(
    '%s is read as an origin',
    (SITE_URL) => {
      expect(readConfig({ SITE_URL }).siteUrl).toBe('https://maestros.example')
    },
  )

  test.for(['maestros.example', 'https://'])('%s stops the start', (SITE_URL) => {
    expect(() => readConfig({ SITE_URL })).toThrow('SITE_URL debe ser una dirección como')
  })

  test.for(['/app', '/?a=b', '/#a'])('with %s after the origin stops the start', (rest) => {
    expect(() => readConfig({ SITE_URL: `https://maestros.example${rest}` })).toThrow(
      'SITE_URL debe ser solo el origen',
    )
  })
})

describe('a limit', () => {
  test('with a number of more than nine digits says so, and with another form how it is written', () => {
    const read = (LIMIT_UPLOAD_BYTES_PERSON: string) => readConfig({ LIMIT_UPLOAD_BYTES_PERSON })
    expect(read('999999999/1').LIMIT_UPLOAD_BYTES_PERSON.max).toBe(999_999_999)
    expect(() => read('2000000000/86400')).toThrow(
      'LIMIT_UPLOAD_BYTES_PERSON debe tener números de nueve cifras o menos',
    )
    expect(() => read('2000')).toThrow('LIMIT_UPLOAD_BYTES_PERSON se escribe CUANTOS/SEGUNDOS')
  })
})

describe('MAIL_FROM', () => {
  test.for(['hola@maestros.example', 'root@localhost', 'Maestros, CDMX <hola@maestros.example>', '<a@b.mx>'])(
    'accepts %s',
    (MAIL_FROM) => {
      expect(readConfig({ MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM)
    },
  )

  test.for([
    'Maestros CDMX',
    'Maestros <hola>',
    'a@b.mx, c@d.mx',
    'hola@maestros.example>',
    'Maestros hola@b.mx',
  ])('with %s, which is not one address, stops the start', (MAIL_FROM) => {
    expect(() => readConfig({ MAIL_FROM })).toThrow('MAIL_FROM debe tener un correo')
  })
})

describe('VAPID keys', () => {
  const makePair = () => {
    const curve = createECDH('prime256v1')
    const VAPID_PUBLIC_KEY = curve.generateKeys('base64url')
    const VAPID_PRIVATE_KEY = curve.getPrivateKey('hex').padStart(64, '0')
    return {
      VAPID_PUBLIC_KEY,
      VAPID_PRIVATE_KEY: Buffer.from(VAPID_PRIVATE_KEY, 'hex').toString('base64url'),
    }
  }

  test('of one pair are accepted', () => {
    const pair = makePair()
    expect(readConfig(pair)).toMatchObject(pair)
  })

  test('of two pairs, or with a private key that is none of the curve, stop the start', () => {
    const { VAPID_PUBLIC_KEY } = makePair()
    for (const VAPID_PRIVATE_KEY of [makePair().VAPID_PRIVATE_KEY, 'A'.repeat(43)]) {
      expect(() => readConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })).toThrow(
        'VAPID_PUBLIC_KEY no es la clave pública de VAPID_PRIVATE_KEY',
      )
    }
  })
})
