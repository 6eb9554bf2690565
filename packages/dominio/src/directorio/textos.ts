import { contar, numero } from '../numeros.ts'
import type { CalificacionMinima, Orden } from './filtros.ts'

const ordenar: Record<Orden, string> = {
  recomendados: 'Recomendados',
  calificacion: 'Mejor calificación',
  trabajos: 'Más trabajos completados',
}

const desde: Record<CalificacionMinima, string> = {
  3: '3 o más',
  4: '4 o más',
  4.5: '4.5 o más',
}

/** The list of maestros, its filters and the dialog of a card. */
export const resultados = {
  titulo: 'Resultados',
  encabezado: (oficio: string, alcaldia: string) => `${oficio} en ${alcaldia}`,
  cambiar: 'cambiar',
  encontrados: (total: number) =>
    total === 1 ? 'Se encontró 1 maestro' : `Se encontraron ${numero.format(total)} maestros`,
  lista: 'Maestros encontrados',
  cargandoMas: 'Cargando más maestros…',
  masNoLlegan: 'No pudimos traer más maestros.',
  vacio: {
    titulo: 'No hay resultados',
    texto: 'Todavía no tenemos a nadie de este oficio en esa alcaldía.',
    cercanas: (oficio: string) => `${oficio} en alcaldías vecinas`,
    cuantos: (total: number) => contar(total, 'maestro', 'maestros'),
    sinCercanas: 'En las alcaldías vecinas tampoco hay nadie todavía.',
    cercanasFallo: 'No pudimos revisar las alcaldías vecinas.',
    avisame: 'Avísame cuando haya alguien',
    avisameTexto: 'Te mandaremos un solo correo cuando aparezca un maestro de este oficio en esta alcaldía.',
    avisado: 'Te avisaremos por correo cuando haya alguien.',
    quitarAviso: 'Ya no me avises',
    avisoFallo: 'No pudimos guardar tu aviso. Inténtalo de nuevo.',
    avisos: (cantidad: number) => `Tus avisos (${cantidad})`,
    aviso: (oficio: string, alcaldia: string) => `${oficio} en ${alcaldia}`,
    quitar: 'Quitar',
    quitarDe: (oficio: string, alcaldia: string) => `Quitar el aviso de ${oficio} en ${alcaldia}`,
    accion: 'Elegir otra alcaldía',
    conFiltros: 'Nadie cumple con todos los filtros que elegiste. Quita alguno para ver más maestros.',
    fallo: 'No pudimos traer la lista. Revisa tu conexión e inténtalo de nuevo.',
  },
  tarjeta: {
    /** For a maestro whose main trade is another than the one that was searched. */
    tambien: (buscado: string) => `también ${buscado}`,
    verificado: 'Verificado',
    verificadoExplica: 'Revisamos su identificación oficial y confirmamos que es la persona de la foto.',
    resenas: (cantidad: number) => contar(cantidad, 'reseña', 'reseñas'),
    trabajos: (cantidad: number) => contar(cantidad, 'trabajo completado', 'trabajos completados'),
  },
  dialogo: {
    ayuda: 'Conoce su trabajo antes de decidir, o escríbele por aquí.',
    perfil: 'Ver perfil completo',
    chatear: 'Chatear con el maestro',
    abriendoChat: 'Abriendo chat…',
  },
  filtros: {
    boton: 'Filtros',
    activos: (cantidad: number) => contar(cantidad, 'activo', 'activos'),
    verificados: 'Solo verificados',
    verificadosAyuda: 'Con identidad verificada',
    disponibles: 'Disponible hoy',
    disponiblesAyuda: 'Cada maestro lo marca para ese día',
    calificacion: 'Calificación mínima',
    cualquiera: 'Cualquiera',
    desde,
    nivel: 'Nivel',
    orden: 'Ordenar por',
    ordenar,
    ver: (total: number) => `Ver ${contar(total, 'maestro', 'maestros')}`,
    verSinTotal: 'Ver maestros',
    quitar: 'Quitar filtros',
  },
} as const
