import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pidePagoAnticipado } from '../../src/seguridad/pago-anticipado.ts'

/** Sentences that the rule was written with. */
const ASKS = [
  'Para empezar necesito un anticipo del 50%',
  'Te cobro la mitad antes y la mitad al terminar',
  'Deposítame 500 en el Oxxo y voy mañana',
  'Me puedes hacer una transferencia de 1500 para el material?',
  'Te paso mi CLABE para que me deposites',
  'mandame el adelanto x transferencia',
  'Ocupo que me adelante $800 para comprar el material',
  'El número de tarjeta Spin es este, ahí me deposita',
  'Mi saldazo es el que te mandé, deposita porfa',
  'Pago por adelantado, por favor',
  'Hágame un SPEI y en cuanto caiga salgo para allá',
  'Me pagas por Mercado Pago y aparto la fecha',
  'Se necesita un depósito de garantía',
  'Solo trabajo con anticipo',
  'TRANSFIÉREME LO DEL MATERIAL',
  'Necesito que me pagues antes de ir',
  'Págame primero y luego voy',
  'Te mando la cuenta y me transfieres',
  'Hay que dar un enganche de mil pesos',
  'Son 2000, 1000 por adelantado',
  'No se preocupe, deposítame 500 y mañana voy',
  'No tengo el material deposíteme 800 y lo compro',
  'Sin anticipo no trabajo',
  'Sin anticipo, no voy',
  'No voy si no me deposita',
  'No empiezo hasta que me depositen',
  'No trabajo sin anticipo',
  'Si no hay depósito no puedo apartar la fecha',
  'No se puede empezar sin un adelanto',
  'Son 500 de anticipo, nada más',
  'Nada más necesito un anticipo de 300',
  'No se preocupe necesito un anticipo y mañana voy sin falta',
  'Ni modo, le pido un enganche',
]
const HONEST = [
  '¿Aceptas transferencia al terminar?',
  'Yo cobro al terminar el trabajo, sin anticipo',
  'No pido anticipo',
  '¿Necesitas que te dé un anticipo?',
  'Ya te hice la transferencia, gracias',
  'El depósito de agua está roto',
  'Hay que cambiar el interruptor de transferencia',
  'Vivo enfrente del Oxxo de la esquina',
  'Te deposito cuando termines',
  'La tarjeta del boiler se quemó',
  'Aquí le va un adelanto de cómo quedó la barda',
  'Le aviso con anticipación',
  'La clave del portón es 1234',
  'El material lo compro yo, usted solo paga la mano de obra al final',
  'Nunca deposites antes de ver el trabajo',
  'Mañana paso a las diez',
  '¿Se puede pagar con transferencia?',
  'No es necesario que me deposites nada todavía',
  'La obra ya va adelantada',
  'Me queda bien el martes antes de las doce',
  'No deposites nada',
  'No me deposites, no hace falta',
  'Trabajo sin anticipo, no se preocupe',
  'No se preocupe, trabajo sin anticipo',
  'No te preocupes por el anticipo',
  'No pido ni anticipo ni depósito',
  'No, no cobro nada por adelantado',
  'Un anticipo, no es necesario',
  'Me paga por transferencia, al terminar',
  'No cobro anticipo, me deposita al terminar',
  'No puedo ir hoy pero no necesito anticipo',
  'No voy a depositar sin ver el trabajo',
  'No puedo pagar si no acepta transferencia',
  'Nunca pido anticipo ni que me depositen',
]
/** Sentences that were written before the rule, and tried only after it was finished. */
const UNSEEN_ASKS = [
  'Buenas, le pido de favor un anticipo para apartar su lugar',
  'Con 300 de anticipo le aparto el día',
  'me puede depositar al oxxo 250 para los pasajes',
  'Le paso la clabe interbancaria ahorita',
  'Ocupo 50% antes de empezar',
  'mándeme la mitad para el material y mañana arranco',
  'Es necesario que transfiera la mitad hoy',
  'Favor de hacer el depósito a esta cuenta',
  'Requiero el 60 por ciento por adelantado',
  'Pásame lo del material por spei',
]
const UNSEEN_HONEST = [
  'No cobro nada por adelantado',
  'La visita no tiene costo y no se deja anticipo',
  '¿Cuánto pides de anticipo?',
  'Ahorita te transfiero lo que falta',
  'El tinaco es el depósito de arriba',
  '¿Tienes terminal o te pago en efectivo al acabar?',
  'Compré los tubos en la tienda junto al Oxxo',
  'Te pago con Mercado Pago cuando quede listo',
  'Quedamos en que la transferencia es al final',
  'Prefiero que primero lo vea y luego hablamos de precio',
]

describe('a message that asks for money in advance', () => {
  test.each(ASKS)('is recognized: %s', (texto) => expect(pidePagoAnticipado(texto)).toBe(true))
  test.each(UNSEEN_ASKS)('is recognized: %s', (texto) => expect(pidePagoAnticipado(texto)).toBe(true))
})

describe('an honest message', () => {
  test.each(HONEST)('has no warning: %s', (texto) => expect(pidePagoAnticipado(texto)).toBe(false))
  test.each(UNSEEN_HONEST)('has no warning: %s', (texto) => expect(pidePagoAnticipado(texto)).toBe(false))
})

test('accents, capitals and invisible characters change nothing', () => {
  for (const texto of ['deposítame en el oxxo', 'DEPOSITAME EN EL OXXO', 'depo\u200bsítame en el Óxxo']) {
    expect(pidePagoAnticipado(texto)).toBe(true)
  }
})

test('every text is answered, also one that would take minutes in quadratic time', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), (texto) => typeof pidePagoAnticipado(texto) === 'boolean'),
  )
  const repeated = (unit: string, length: number) =>
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  for (const unit of [
    'deposito ',
    'no ',
    'a',
    ' ',
    'mitad antes ',
    '50% ',
    '.',
    'transferencia al terminar ',
    'no voy ',
    'no voy sin ',
    'si no hasta que ',
    'sin anticipo ',
    'no,',
    'no se preocupe ',
  ]) {
    expect(typeof pidePagoAnticipado(repeated(unit, 100_000))).toBe('boolean')
  }
})
