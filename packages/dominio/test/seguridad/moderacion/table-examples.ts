import { AREAS, DE_LA_CIUDAD } from '../../../src/seguridad/moderacion/areas.ts'
import { CLAROS } from '../../../src/seguridad/moderacion/claros.ts'
import { sonido } from '../../../src/seguridad/moderacion/fonetica.ts'
import * as numeros from '../../../src/seguridad/moderacion/palabras-de-numeros.ts'
import * as piezas from '../../../src/seguridad/moderacion/palabras-de-piezas.ts'
import * as senales from '../../../src/seguridad/moderacion/palabras-de-senales.ts'
import { EMISORES } from '../../../src/seguridad/moderacion/tarjeta.ts'
import { AGRUPADOS } from '../../../src/seguridad/moderacion/telefono.ts'
import { ADDRESSES } from './address-examples.ts'
import { cardOf } from './cards.ts'
import { type Examples, list, rest } from './examples.ts'

/** Number words are known by their sound. */
const bySound = (words: string): string[] => [...new Set(list(words).map(sonido))]

const LABELS = list(
  `folio serie serial modelo modelos pedido orden guia rastreo paquete envio ean upc sku isbn imei mac codigo codigos barras clave contrato contratos expediente ticket reporte factura facturas poliza medidor medidores lectura lecturas rpu nis nss rfc curp lote placa placas norma nom servicio catalogo catalogos part sn autorizacion garantia predial catastral cfe cedula licencia referencia referencias registro tramite inventario refaccion refacciones producto articulo permiso certificado recibo caja sucursal boleta captura cliente version activo cuenta cuentas afiliacion prestamo convenio escritura motor chasis vin dhl estafeta fedex naturgy izzi totalplay siniestro credencial patente cotizacion presupuesto medida medidas mide miden calibre calibres pastilla pastillas breaker breakers termicas broca brocas dado dados llaves circuito circuitos tallas tamanos voltaje voltajes presiones cortes tramos alturas anchos claros niveles piezas colores tonos`,
)

const NUMBERS: Record<string, Examples> = {
  UNIDADES: {
    table: numeros.UNIDADES,
    entries: bySound(
      `cero uno one dos two tres three cuatro four cinco five seis six siete seven ocho eight nueve nine`,
    ),
    example: (word) => `5 ${word} ${rest(1)}`,
  },
  PLURALES: {
    table: numeros.PLURALES,
    entries: bySound('ceros doses treses cuatros cincos seises sietes ochos nueves'),
    example: (word) => `4 par de ${word} ${rest(2)}`,
  },
  DECENAS: {
    table: numeros.DECENAS,
    entries:
      bySound(`diez dieci ten veinte veinti venti twenty treinta trenta treinti thirty cuarenta cuarenti forty cincuenta cincuenti
      fifty sesenta sesenti sixty setenta setenti seventy ochenta ochenti eighty noventa noventi ninety`),
    example: (word) => `5 ${word} ${rest(2)}`,
  },
  OTROS: {
    table: numeros.OTROS,
    entries: bySound(
      `once eleven doce twelve trece thirteen catorce fourteen quince fifteen sixteen seventeen eighteen nineteen`,
    ),
    example: (word) => `54132987 ${word}`,
  },
  CENTENAS: {
    table: numeros.CENTENAS,
    entries: bySound(
      `cien ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos`,
    ),
    example: (word) => `5 ${word.replace(/^sien/, 'cien')} ${rest(3)}`,
  },
  SUENAN_IGUAL: {
    table: numeros.SUENAN_IGUAL,
    entries: ['siento', 'sien', 'sienten'],
    guard: true,
    example: (word) => `5 ${word} ${rest(3)}`,
  },
  VECES: {
    table: numeros.VECES,
    entries: list('doble double par triple'),
    example: (word) => `${word} 4 ${rest(word === 'triple' ? 2 : 1)}`,
  },
  PAUSAS: {
    table: numeros.PAUSAS,
    entries: list('y i e guion punto espacio diagonal coma mas'),
    example: (word) => `Hola Pedro: 33 ${word} 01329877, saludos Pedro`,
  },
  RECORTADAS: {
    table: numeros.RECORTADAS,
    entries:
      list(`cro ce ziro o oh un uan guan do ds tu tr trs tri ctro ctr cu for sin sinc ci cco faiv siks sis se ste st oc eit
      nve nu nain cuarta cincta sesta setta ochta novta`),
    example: (word) => {
      const digits = word.endsWith('ta') ? 2 : 1
      return `cua cua ${word} ${list('cero uno tres dos nueve ocho siete siete')
        .slice(0, 8 - digits)
        .join(' ')}`
    },
  },
  COMIENZOS: {
    table: numeros.COMIENZOS,
    entries: list('cer zer uni dos tre thr cua fou cin fiv sei sie sev och eig nue nin'),
    example: (start) => `ste ste ${start}i cero uno tres dos nueve ocho siete`,
  },
  LETRAS_COMO_CIFRAS: {
    table: numeros.LETRAS_COMO_CIFRAS,
    entries: [...'oilzeasgtbq'],
    example: (letter) => `5S 4${letter} 32 98 77`,
  },
  CIFRAS_COMO_LETRAS: {
    table: numeros.CIFRAS_COMO_LETRAS,
    entries: [...'01!|34@5$7'],
    example: (sign) => {
      const words: Record<string, string> = {
        0: 'd0s',
        3: 'tr3s',
        4: 'cu4tro',
        5: '5eis',
        7: 'sie7e',
        $: 'do$',
      }
      if (sign === '@') return `5 sesent@ ${rest(2)}`
      return `5 ${words[sign] ?? `c${sign}nco`} ${rest(1)}`
    },
  },
  LLAMAR: {
    table: senales.LLAMAR,
    entries:
      list(`tel telefono cel celu celular llama llamame llamanos llamar llame llameme marca marcame marcanos marcar marcale marque
      marqueme hablame hableme sms fijo whats whatsapp wats wasap guasap lada`),
    example: (word) => `pues la verdad ${word} 44132987`,
  },
  DESCIFRAR: {
    table: senales.DESCIFRAR,
    entries:
      list(`quita quitale quitales quitando junta juntalo juntalos juntos lee leelo leelos leela orden entiendes entendiste entendio
      adivina descifra traducelo seguido seguidos corrido asteriscos comas signos letras digitos cifras sabes fon fono timbrame
      comunicate localizas`),
    example: (word) => `${word} cobro 5519.40 casa 2873`,
  },
  ETIQUETAS: {
    table: senales.ETIQUETAS,
    entries: LABELS,
    guard: true,
    example: (word) => `Buenas tardes maestro, ${word} 4820193847 anotado`,
  },
  AGRUPADOS: {
    table: AGRUPADOS,
    entries: ['2,4,4', '3,3,4', '2,8', '3,7', '3,3,2,2', '2,4,2,2', '2,2,2,4', '2,3,3,2', '1,3,3,3'],
    example: (sizes) => {
      const groups: string[] = []
      for (const size of sizes.split(',')) {
        const from = groups.join('').length
        groups.push('4013298765'.slice(from, from + Number(size)))
      }
      return groups.join(', ')
    },
  },
  MEDIDAS: {
    table: senales.MEDIDAS,
    entries:
      list(`ano anos mes meses semanas dia dias hora horas hrs minutos min metro metros m mts cm mm kilos kg litros peso pesos
      mil mxn pieza piezas pzas persona personas cliente clientes familias trabajos obras casas cuartos visitas ayudantes
      empleados albaniles hijos alcaldias colonias contactos apagadores focos lamparas puertas ventanas cuadras pisos
      pulgadas galones amp amperes volts watts v w kw hp psi btu grados`),
    guard: true,
    example: (word) => `Local 56, a las 12 vi 41 cosas, 32 cosas y 98 ${word}`,
  },
  LUGARES: {
    table: senales.LUGARES,
    entries:
      list(`calle eje piso depto departamento edificio torre casa local lote manzana mz lt interior int entrada puerta timbre
      linea ruta`),
    guard: true,
    example: (word) => `Vi 56 gatos, a las 12 vi 41 cosas y 32 metros, ${word} 98`,
  },
  HORARIOS: {
    table: senales.HORARIOS,
    entries: ['a', 'las'],
    guard: true,
    example: (word) => `Local 56, vi 41 cosas, 32 cosas y 98 metros ${word} 12`,
  },
  DE_LA_CIUDAD: { table: DE_LA_CIUDAD, entries: ['55', '56'], example: (area) => `${area} 41 32 98` },
  AREAS: {
    table: AREAS,
    entries:
      list(`33 81 591 592 593 594 595 597 599 711 712 713 714 722 728 729 771 773 775 735 734 777 222 238 246 427 442 228 229
      271 272 311 312 322 443 444 449 461 477 492 612 614 618 656 662 664 667 669 686 733 744 747 833 844 871 951 961 981 983
      993 998 999`),
    example: (area) => `cel ${`${area}0184556`.slice(0, 9)}`,
  },
  CLAROS: {
    table: CLAROS,
    entries: list(
      `fechaConAno fechaIso fechaCorta hora precioConSigno precioConMiles decimal fraccion medida`,
    ),
    guard: true,
    example: (name) => CLEAR[name] ?? '',
  },
  EMISORES: {
    table: EMISORES,
    entries: ['13', '14', '15', '16', '17', '18', '19'],
    open: true,
    example: (length) => cardOf({ 13: '4', 14: '36', 15: '37', 16: '4' }[length] ?? '6', Number(length)),
  },
}

/** Each would be a phone number without its guard. */
const CLEAR: Readonly<Record<string, string>> = {
  fechaConAno: '25.11.2026 45',
  fechaIso: '2026-11-15 45',
  fechaCorta: '25/11 26/11 27',
  hora: '22:30 21:45 22',
  precioConSigno: '$350 $425 $1485',
  precioConMiles: '44,132,987 y 65',
  decimal: '44.13 y 29.87 y 65',
  fraccion: '44 1/16 3/32 33',
  medida: '2440x1220x15',
}

const PARTS: Record<string, Examples> = {
  ANUNCIOS: {
    table: piezas.ANUNCIOS,
    entries: list(`cel celu celular tel telefono whats whatsapp wats wasap guasap lada llamame llamar marcame
      luego despues enseguida resto demas medio mitad parte partes atras otros otras pegado
      tarjeta clabe cuenta deposita depositame deposite transfiere transfiereme`),
    example: (word) => {
      const kind = piezas.ANUNCIOS.get(word)
      if (kind === 'telefono') return `Hola Pedro, ${word} 2221 84556`
      if (kind === 'tarjeta') return `Hola Pedro, ${word}: 41111111 ${word}: 11111111`
      return `Hola Pedro: 44013 ${word}: 29877`
    },
  },
  RAICES: {
    table: piezas.RAICES,
    entries:
      list(`empiez empez inici comien comenz arranc princip primer segund tercer sigue siguient segui termin acab cierr final
      ultim penultim falta digit cifra marca marqu junta agreg adelant anota anote apunt extens complet contin`),
    example: (start) => `Hola Pedro: 44013 ${start}a: 29877`,
  },
  RELLENO: {
    table: piezas.RELLENO,
    entries:
      list(`va van ok oki okey sale listo fin gracias y ya es son el los lo a de que mi te le con en al por favor porfa espera
      espere entonces ese este eso esos estos asi si no mas bueno pues jaja jajaja ahi aqui mira oye oiga digo perdon hasta dale
      orale aja eh mmm pon paso numero numeros para lleva seria serian viene vienen tiene ponle hay todo junto solo ahora
      ahorita ver toma checa exacto correcto tambien donde queda cada dejo mando doy pongo escribo`),
    example: (word) => ['55', `${word} 4132`, '9877'],
  },
  NO_SIGUEN: {
    table: piezas.NO_SIGUEN,
    entries: ['de', 'a', 'por'],
    guard: true,
    example: (word) => `luego 5541329 ${word} luego 877`,
  },
  CUENTAN: {
    table: piezas.CUENTAN,
    entries: list('primeros primeras ultimos ultimas siguientes otros otras digitos numeros'),
    example: (word) => `luego 44013 ${word} 5 luego 29877`,
  },
  POSESIVOS: {
    table: piezas.POSESIVOS,
    entries: list('mi el un este ese su'),
    example: (word) => `Hola Pedro, ${word} número 2221 84556`,
  },
}

export const EXAMPLES: Readonly<Record<string, Examples>> = { ...NUMBERS, ...PARTS, ...ADDRESSES }
