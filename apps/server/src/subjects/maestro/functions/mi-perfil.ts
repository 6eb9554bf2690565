import { type MiPerfil, miPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { documentsOfMaestro, verificationsOfMaestro } from '../own-verification.ts'

export default defineFunction(miPerfil, {
  summary:
    'What a maestro may change of the own profile, as it is stored, and the state of each verification.',
  handle: async (_input, { caller, run, error }) => {
    const [found] = await run(
      (sql) => sql<MiPerfil[]>`
      select m.id, m.perfil_completo, m.nombre, m.apellido, m.telefono,
        interno.foto_publica(m.foto_perfil_url) as foto_perfil_url, m.descripcion,
        json_build_array(
          json_build_object('nombre_cliente', m.referencia1_nombre_cliente,
            'descripcion_trabajo', m.referencia1_descripcion_trabajo, 'numero_referencia', m.referencia1_numero_referencia),
          json_build_object('nombre_cliente', m.referencia2_nombre_cliente,
            'descripcion_trabajo', m.referencia2_descripcion_trabajo, 'numero_referencia', m.referencia2_numero_referencia)
        ) as referencias,
        array(select oficio from public.maestro_oficios where maestro_id = m.id order by orden) as oficios,
        array(select alcaldia from public.maestro_alcaldias where maestro_id = m.id order by orden) as alcaldias,
        m.curp, m.domicilio, m.en_paginas_publicas,
        ${verificationsOfMaestro(sql)} as verificacion, ${documentsOfMaestro(sql)} as documentos
      from public.maestros m
      where m.id = ${caller.userId}`,
    )
    if (!found) throw error('NOT_FOUND', textos.sinPerfil)
    return {
      id: found.id,
      perfil_completo: found.perfil_completo,
      nombre: found.nombre,
      apellido: found.apellido,
      telefono: found.telefono,
      foto_perfil_url: found.foto_perfil_url,
      descripcion: found.descripcion,
      referencias: found.referencias,
      oficios: found.oficios,
      alcaldias: found.alcaldias,
      curp: found.curp,
      domicilio: found.domicilio,
      verificacion: found.verificacion,
      documentos: found.documentos,
      en_paginas_publicas: found.en_paginas_publicas,
    }
  },
})
