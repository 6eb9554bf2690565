// Written by `npm run types` from db/. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  __InternalSupabase: { PostgrestVersion: '13' }
  public: {
    Tables: {
      accesos_contacto: {
        Row: {
          buscador_id: string
          creado_en: string
          detalle: string | null
          maestro_id: string
          motivo: string
        }
        Insert: {
          buscador_id: string
          creado_en?: string
          detalle?: string | null
          maestro_id: string
          motivo: string
        }
        Update: {
          buscador_id?: string
          creado_en?: string
          detalle?: string | null
          maestro_id?: string
          motivo?: string
        }
        Relationships: [
          { foreignKeyName: 'accesos_contacto_buscador_id_fkey'; columns: ['buscador_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'accesos_contacto_maestro_id_fkey'; columns: ['maestro_id']; isOneToOne: false; referencedRelation: 'maestros'; referencedColumns: ['id'] },
        ]
      }
      alcaldias_disponibles: {
        Row: {
          activo: boolean
          id: number
          nombre: string
        }
        Insert: {
          activo?: boolean
          id?: never
          nombre: string
        }
        Update: {
          activo?: boolean
          id?: never
          nombre?: string
        }
        Relationships: []
      }
      bloqueos: {
        Row: {
          bloqueado_id: string
          bloqueador_id: string
          creado_en: string
        }
        Insert: {
          bloqueado_id: string
          bloqueador_id: string
          creado_en?: string
        }
        Update: {
          bloqueado_id?: string
          bloqueador_id?: string
          creado_en?: string
        }
        Relationships: [
          { foreignKeyName: 'bloqueos_bloqueado_id_fkey'; columns: ['bloqueado_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'bloqueos_bloqueador_id_fkey'; columns: ['bloqueador_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
        ]
      }
      chats: {
        Row: {
          bloqueado_en: string | null
          buscador_id: string
          cerrado_en: string | null
          contexto: Json
          creado_en: string
          id: string
          leido_buscador_en: string | null
          leido_buscador_hasta: number
          leido_maestro_en: string | null
          leido_maestro_hasta: number
          maestro_id: string
          no_leidos_buscador: number
          no_leidos_maestro: number
          pausado_en: string | null
          ultimo_mensaje_contenido: string | null
          ultimo_mensaje_en: string
          ultimo_mensaje_id: string | null
          ultimo_mensaje_tipo: string | null
        }
        Insert: {
          bloqueado_en?: string | null
          buscador_id: string
          cerrado_en?: string | null
          contexto?: Json
          creado_en?: string
          id?: string
          leido_buscador_en?: string | null
          leido_buscador_hasta?: number
          leido_maestro_en?: string | null
          leido_maestro_hasta?: number
          maestro_id: string
          no_leidos_buscador?: number
          no_leidos_maestro?: number
          pausado_en?: string | null
          ultimo_mensaje_contenido?: string | null
          ultimo_mensaje_en?: string
          ultimo_mensaje_id?: string | null
          ultimo_mensaje_tipo?: string | null
        }
        Update: {
          bloqueado_en?: string | null
          buscador_id?: string
          cerrado_en?: string | null
          contexto?: Json
          creado_en?: string
          id?: string
          leido_buscador_en?: string | null
          leido_buscador_hasta?: number
          leido_maestro_en?: string | null
          leido_maestro_hasta?: number
          maestro_id?: string
          no_leidos_buscador?: number
          no_leidos_maestro?: number
          pausado_en?: string | null
          ultimo_mensaje_contenido?: string | null
          ultimo_mensaje_en?: string
          ultimo_mensaje_id?: string | null
          ultimo_mensaje_tipo?: string | null
        }
        Relationships: [
          { foreignKeyName: 'chats_buscador_id_fkey'; columns: ['buscador_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'chats_maestro_id_fkey'; columns: ['maestro_id']; isOneToOne: false; referencedRelation: 'maestros'; referencedColumns: ['id'] },
        ]
      }
      maestro_alcaldias: {
        Row: {
          alcaldia: string
          maestro_id: string
          orden: number
        }
        Insert: {
          alcaldia: string
          maestro_id: string
          orden?: never
        }
        Update: {
          alcaldia?: string
          maestro_id?: string
          orden?: never
        }
        Relationships: [
          { foreignKeyName: 'maestro_alcaldias_alcaldia_fkey'; columns: ['alcaldia']; isOneToOne: false; referencedRelation: 'alcaldias_disponibles'; referencedColumns: ['nombre'] },
          { foreignKeyName: 'maestro_alcaldias_maestro_id_fkey'; columns: ['maestro_id']; isOneToOne: false; referencedRelation: 'maestros'; referencedColumns: ['id'] },
        ]
      }
      maestro_documentos: {
        Row: {
          creado_en: string
          maestro_id: string
          objeto: string
          tipo: string
        }
        Insert: {
          creado_en?: string
          maestro_id: string
          objeto: string
          tipo: string
        }
        Update: {
          creado_en?: string
          maestro_id?: string
          objeto?: string
          tipo?: string
        }
        Relationships: [
          { foreignKeyName: 'maestro_documentos_maestro_id_fkey'; columns: ['maestro_id']; isOneToOne: false; referencedRelation: 'maestros'; referencedColumns: ['id'] },
        ]
      }
      maestro_oficios: {
        Row: {
          maestro_id: string
          oficio: string
          orden: number
        }
        Insert: {
          maestro_id: string
          oficio: string
          orden?: never
        }
        Update: {
          maestro_id?: string
          oficio?: string
          orden?: never
        }
        Relationships: [
          { foreignKeyName: 'maestro_oficios_maestro_id_fkey'; columns: ['maestro_id']; isOneToOne: false; referencedRelation: 'maestros'; referencedColumns: ['id'] },
          { foreignKeyName: 'maestro_oficios_oficio_fkey'; columns: ['oficio']; isOneToOne: false; referencedRelation: 'oficios_disponibles'; referencedColumns: ['nombre'] },
        ]
      }
      maestro_stats: {
        Row: {
          actualizado_en: string
          contactos_ultimos_30_dias: number
          maestro_id: string
          visitas_ultimos_30_dias: number
        }
        Insert: {
          actualizado_en?: string
          contactos_ultimos_30_dias?: number
          maestro_id: string
          visitas_ultimos_30_dias?: number
        }
        Update: {
          actualizado_en?: string
          contactos_ultimos_30_dias?: number
          maestro_id?: string
          visitas_ultimos_30_dias?: number
        }
        Relationships: [
          { foreignKeyName: 'maestro_stats_maestro_id_fkey'; columns: ['maestro_id']; isOneToOne: true; referencedRelation: 'maestros'; referencedColumns: ['id'] },
        ]
      }
      maestros: {
        Row: {
          activo_en: string
          actualizado_en: string
          alcaldia: string | null
          apellido: string | null
          cantidad_reseñas: number
          creado_en: string
          curp: string | null
          curp_verificado: boolean
          descripcion: string | null
          domicilio: string | null
          domicilio_verificado: boolean
          eliminada_en: string | null
          en_paginas_publicas: boolean
          fecha_aceptacion: string | null
          foto_perfil_url: string | null
          id: string
          identidad_verificada: boolean
          ine_url: string | null
          ine_verificado: boolean
          nombre: string | null
          numero_trabajos_completados: number
          perfil_completo: boolean
          perfil_verificado: boolean
          promedio_calificacion: number
          referencia1_descripcion_trabajo: string | null
          referencia1_nombre_cliente: string | null
          referencia1_numero_referencia: string | null
          referencia2_descripcion_trabajo: string | null
          referencia2_nombre_cliente: string | null
          referencia2_numero_referencia: string | null
          reputacion_nivel: string
          reseñas_confirmadas: number
          telefono: string | null
          terminos_aceptados: boolean
        }
        Insert: {
          activo_en?: string
          actualizado_en?: string
          alcaldia?: string | null
          apellido?: string | null
          cantidad_reseñas?: number
          creado_en?: string
          curp?: string | null
          curp_verificado?: boolean
          descripcion?: string | null
          domicilio?: string | null
          domicilio_verificado?: boolean
          eliminada_en?: string | null
          en_paginas_publicas?: boolean
          fecha_aceptacion?: string | null
          foto_perfil_url?: string | null
          id: string
          identidad_verificada?: never
          ine_url?: string | null
          ine_verificado?: boolean
          nombre?: string | null
          numero_trabajos_completados?: number
          perfil_completo?: boolean
          perfil_verificado?: never
          promedio_calificacion?: number
          referencia1_descripcion_trabajo?: string | null
          referencia1_nombre_cliente?: string | null
          referencia1_numero_referencia?: string | null
          referencia2_descripcion_trabajo?: string | null
          referencia2_nombre_cliente?: string | null
          referencia2_numero_referencia?: string | null
          reputacion_nivel?: string
          reseñas_confirmadas?: number
          telefono?: string | null
          terminos_aceptados?: boolean
        }
        Update: {
          activo_en?: string
          actualizado_en?: string
          alcaldia?: string | null
          apellido?: string | null
          cantidad_reseñas?: number
          creado_en?: string
          curp?: string | null
          curp_verificado?: boolean
          descripcion?: string | null
          domicilio?: string | null
          domicilio_verificado?: boolean
          eliminada_en?: string | null
          en_paginas_publicas?: boolean
          fecha_aceptacion?: string | null
          foto_perfil_url?: string | null
          id?: string
          identidad_verificada?: never
          ine_url?: string | null
          ine_verificado?: boolean
          nombre?: string | null
          numero_trabajos_completados?: number
          perfil_completo?: boolean
          perfil_verificado?: never
          promedio_calificacion?: number
          referencia1_descripcion_trabajo?: string | null
          referencia1_nombre_cliente?: string | null
          referencia1_numero_referencia?: string | null
          referencia2_descripcion_trabajo?: string | null
          referencia2_nombre_cliente?: string | null
          referencia2_numero_referencia?: string | null
          reputacion_nivel?: string
          reseñas_confirmadas?: number
          telefono?: string | null
          terminos_aceptados?: boolean
        }
        Relationships: [
          { foreignKeyName: 'maestros_alcaldia_fkey'; columns: ['alcaldia']; isOneToOne: false; referencedRelation: 'alcaldias_disponibles'; referencedColumns: ['nombre'] },
          { foreignKeyName: 'maestros_id_fkey'; columns: ['id']; isOneToOne: true; referencedRelation: 'profiles'; referencedColumns: ['id'] },
        ]
      }
      mensajes: {
        Row: {
          alto: number | null
          ancho: number | null
          autor_id: string
          bloqueado: boolean
          chat_id: string
          client_id: string | null
          contenido: string | null
          creado_en: string
          duracion_ms: number | null
          eliminado_en: string | null
          id: string
          motivo_bloqueo: string | null
          picos: number[] | null
          respuesta_a: string | null
          secuencia: number
          tipo: string
        }
        Insert: {
          alto?: number | null
          ancho?: number | null
          autor_id: string
          bloqueado?: boolean
          chat_id: string
          client_id?: string | null
          contenido?: string | null
          creado_en?: string
          duracion_ms?: number | null
          eliminado_en?: string | null
          id?: string
          motivo_bloqueo?: string | null
          picos?: number[] | null
          respuesta_a?: string | null
          secuencia?: never
          tipo: string
        }
        Update: {
          alto?: number | null
          ancho?: number | null
          autor_id?: string
          bloqueado?: boolean
          chat_id?: string
          client_id?: string | null
          contenido?: string | null
          creado_en?: string
          duracion_ms?: number | null
          eliminado_en?: string | null
          id?: string
          motivo_bloqueo?: string | null
          picos?: number[] | null
          respuesta_a?: string | null
          secuencia?: never
          tipo?: string
        }
        Relationships: [
          { foreignKeyName: 'mensajes_autor_id_fkey'; columns: ['autor_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'mensajes_chat_id_fkey'; columns: ['chat_id']; isOneToOne: false; referencedRelation: 'chats'; referencedColumns: ['id'] },
        ]
      }
      oficios_disponibles: {
        Row: {
          activo: boolean
          icono: string | null
          id: number
          nombre: string
        }
        Insert: {
          activo?: boolean
          icono?: string | null
          id?: never
          nombre: string
        }
        Update: {
          activo?: boolean
          icono?: string | null
          id?: never
          nombre?: string
        }
        Relationships: []
      }
      preferencias_avisos: {
        Row: {
          correo_busquedas: boolean
          correo_contacto: boolean
          correo_mensajes: boolean
          correo_resenas: boolean
          push_busquedas: boolean
          push_con_texto: boolean
          push_contacto: boolean
          push_mensajes: boolean
          updated_at: string
          user_id: string
        }
        Insert: {
          correo_busquedas?: boolean
          correo_contacto?: boolean
          correo_mensajes?: boolean
          correo_resenas?: boolean
          push_busquedas?: boolean
          push_con_texto?: boolean
          push_contacto?: boolean
          push_mensajes?: boolean
          updated_at?: string
          user_id: string
        }
        Update: {
          correo_busquedas?: boolean
          correo_contacto?: boolean
          correo_mensajes?: boolean
          correo_resenas?: boolean
          push_busquedas?: boolean
          push_con_texto?: boolean
          push_contacto?: boolean
          push_mensajes?: boolean
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      profiles: {
        Row: {
          apellido: string | null
          creado_en: string
          cuenta_id: string | null
          display_name: string | null
          eliminada_en: string | null
          fecha_aceptacion: string | null
          id: string
          nombre: string | null
          role: string | null
          suspendido_en: string | null
          terminos_aceptados: boolean
        }
        Insert: {
          apellido?: string | null
          creado_en?: string
          cuenta_id?: never
          display_name?: string | null
          eliminada_en?: string | null
          fecha_aceptacion?: string | null
          id: string
          nombre?: string | null
          role?: string | null
          suspendido_en?: string | null
          terminos_aceptados?: boolean
        }
        Update: {
          apellido?: string | null
          creado_en?: string
          cuenta_id?: never
          display_name?: string | null
          eliminada_en?: string | null
          fecha_aceptacion?: string | null
          id?: string
          nombre?: string | null
          role?: string | null
          suspendido_en?: string | null
          terminos_aceptados?: boolean
        }
        Relationships: []
      }
      resenas: {
        Row: {
          buscador_id: string
          comentario: string
          contada: boolean
          creado_en: string
          editado_en: string | null
          id: string
          maestro_id: string
          oculta: boolean
          puntuacion: number
          respondido_en: string | null
          respuesta: string | null
          revisar_en: string | null
          trabajo_realizado: boolean
        }
        Insert: {
          buscador_id: string
          comentario: string
          contada?: boolean
          creado_en?: string
          editado_en?: string | null
          id?: string
          maestro_id: string
          oculta?: boolean
          puntuacion: number
          respondido_en?: string | null
          respuesta?: string | null
          revisar_en?: string | null
          trabajo_realizado: boolean
        }
        Update: {
          buscador_id?: string
          comentario?: string
          contada?: boolean
          creado_en?: string
          editado_en?: string | null
          id?: string
          maestro_id?: string
          oculta?: boolean
          puntuacion?: number
          respondido_en?: string | null
          respuesta?: string | null
          revisar_en?: string | null
          trabajo_realizado?: boolean
        }
        Relationships: [
          { foreignKeyName: 'resenas_buscador_id_fkey'; columns: ['buscador_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'resenas_maestro_id_fkey'; columns: ['maestro_id']; isOneToOne: false; referencedRelation: 'maestros'; referencedColumns: ['id'] },
        ]
      }
      tickets: {
        Row: {
          client_id: string | null
          correo: string | null
          creado_en: string
          estado: string
          id: string
          imagenes_url: string[]
          mensaje: string | null
          nombre: string | null
          usuario_id: string | null
        }
        Insert: {
          client_id?: string | null
          correo?: string | null
          creado_en?: string
          estado?: string
          id?: string
          imagenes_url?: string[]
          mensaje?: string | null
          nombre?: string | null
          usuario_id?: string | null
        }
        Update: {
          client_id?: string | null
          correo?: string | null
          creado_en?: string
          estado?: string
          id?: string
          imagenes_url?: string[]
          mensaje?: string | null
          nombre?: string | null
          usuario_id?: string | null
        }
        Relationships: [
          { foreignKeyName: 'tickets_usuario_id_fkey'; columns: ['usuario_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
        ]
      }
      vistas_perfil: {
        Row: {
          buscador_id: string
          creado_en: string
          dia: string
          maestro_id: string
        }
        Insert: {
          buscador_id: string
          creado_en?: string
          dia?: string
          maestro_id: string
        }
        Update: {
          buscador_id?: string
          creado_en?: string
          dia?: string
          maestro_id?: string
        }
        Relationships: [
          { foreignKeyName: 'vistas_perfil_buscador_id_fkey'; columns: ['buscador_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'vistas_perfil_maestro_id_fkey'; columns: ['maestro_id']; isOneToOne: false; referencedRelation: 'maestros'; referencedColumns: ['id'] },
        ]
      }
    }
    Views: { [_ in never]: never }
    Functions: {
      mark_messages_as_read: { Args: { p_chat_id: string; p_user_role: string; p_hasta?: number }; Returns: undefined }
      update_maestro_stats: { Args: never; Returns: undefined }
    }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}
