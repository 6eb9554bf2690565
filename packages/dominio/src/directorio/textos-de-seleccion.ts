/** The two steps of a seeker's choice: borough, then trade. */
export const seleccion = {
  alcaldia: {
    paso: 'Paso 1 de 2',
    titulo: '¿En qué alcaldía será el servicio?',
    ayuda: 'Te mostramos solo a quienes trabajan ahí.',
    grupo: 'Alcaldías',
    continuar: 'Continuar',
    error: 'Error al cargar las alcaldías disponibles',
    vacio: 'Por ahora no hay alcaldías disponibles.',
  },
  oficio: {
    paso: 'Paso 2 de 2',
    titulo: 'Qué servicio necesitas?',
    ayuda: 'Elige un oficio para ver a los maestros de la zona.',
    grupo: 'Oficios',
    buscar: 'Buscar maestro',
    error: 'Error al cargar los oficios disponibles',
    vacio: 'Por ahora no hay oficios disponibles.',
    cambiarAlcaldia: 'Cambiar alcaldía',
    filtro: {
      campo: '¿Qué necesitas resolver?',
      marcador: 'fuga, boiler, corto…',
      borrar: 'Borrar lo escrito',
      encontrados: (cantidad: number) => (cantidad === 1 ? '1 oficio' : `${cantidad} oficios`),
      ninguno: 'Ningún oficio coincide con lo que escribiste. Prueba con otra palabra o elige de la lista.',
      verTodos: 'Ver todos los oficios',
    },
    masBuscados: (alcaldia: string) => `Más buscados en ${alcaldia}`,
    cargandoMasBuscados: 'Cargando los más buscados…',
  },
  buscando: {
    titulo: 'Buscando maestros...',
    texto: 'Estamos encontrando los mejores profesionales para ti',
  },
} as const
