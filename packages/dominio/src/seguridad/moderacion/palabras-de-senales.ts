/**
 * Words that say what a number is: a phone number, or something else. Every entry has an example in
 * packages/dominio/test/seguridad/moderacion whose result depends on it.
 */

/** Words behind a number: '55 años', '12 metros'. */
export const MEDIDAS = new Set(
  `ano anos mes meses semanas dia dias hora horas hrs minutos min metro metros m mts cm mm kilos kg litros peso pesos mil mxn
  pieza piezas pzas persona personas cliente clientes familias trabajos obras casas cuartos visitas ayudantes empleados
  albaniles hijos alcaldias colonias contactos apagadores focos lamparas puertas ventanas cuadras pisos pulgadas galones amp
  amperes volts watts v w kw hp psi btu grados`.split(/\s+/),
)
/** Words before a number: 'calle 12', 'piso 3'. */
export const LUGARES = new Set(
  `calle eje piso depto departamento edificio torre casa local lote manzana mz lt interior int entrada puerta timbre linea
  ruta`.split(/\s+/),
)
/** Words beside an hour: 'a las 18', 'de 10 a 14'. */
export const HORARIOS = new Set(['a', 'las'])

/** Words before a number that is no phone number: 'folio 4820193847', 'número de serie', 'medidas: 20, 15, 15, 30, 41'. */
export const ETIQUETAS = new Set(
  `folio serie serial modelo modelos pedido orden guia rastreo paquete envio ean upc sku isbn imei mac codigo codigos barras clave
  contrato contratos expediente ticket reporte factura facturas poliza medidor medidores lectura lecturas rpu nis nss rfc curp lote
  placa placas norma nom servicio catalogo catalogos part sn autorizacion garantia predial catastral cfe cedula licencia
  referencia referencias registro tramite inventario refaccion refacciones producto articulo permiso certificado recibo caja sucursal boleta captura cliente
  version activo cuenta cuentas afiliacion prestamo convenio escritura motor chasis vin dhl estafeta fedex naturgy izzi totalplay siniestro credencial patente cotizacion presupuesto
  medida medidas mide miden calibre calibres pastilla pastillas breaker breakers termicas broca brocas dado dados llaves circuito
  circuitos tallas tamanos voltaje voltajes presiones cortes tramos alturas anchos claros niveles piezas colores tonos`.split(
    /\s+/,
  ),
)

/** Words about calling. */
export const LLAMAR = new Set(
  `tel telefono cel celu celular llama llamame llamanos llamar llame llameme marca marcame marcanos marcar marcale marque
  marqueme hablame hableme sms fijo whats whatsapp wats wasap guasap lada`.split(/\s+/),
)
/** It is also the brand of a thing. */
export const MARCA = 'marca'

/** Words that tell how to read a hidden number: 'quítale las x', 'léelo en orden'. */
export const DESCIFRAR = new Set(
  `quita quitale quitales quitando junta juntalo juntalos juntos lee leelo leelos leela orden entiendes entendiste entendio adivina
  descifra traducelo seguido seguidos corrido asteriscos comas signos letras digitos cifras sabes fon fono timbrame comunicate localizas`.split(
    /\s+/,
  ),
)

/**
 * What speaks for a phone number and against one. No signal is enough alone: a number is one when the sum of its signals reaches
 * the minimum of telefono.ts. Ten digits that begin like one of the city are found despite a label, because 'folio' before them is easily written.
 */
export const PESO = {
  ciudad: 3,
  /** Of two digits without an area code: '44 30 28 60 35' may be a list. */
  pares: 1,
  area: 2,
  seguido: 3,
  agrupado: 2,
  firme: 1,
  breve: 2,
  llamar: 2,
  marca: 1,
  etiqueta: -3,
}
