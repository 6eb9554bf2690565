import { inFile } from '../mutant.ts'

const TESTS = ['chat/delete-message']

/** Deleting an own message, and answering to one. */
export const deletedMessagesMutants = [
  ...inFile('db/chat/messages.sql', [
    {
      it: 'deletes the messages of others',
      text: 'where m.id = p_mensaje and m.autor_id = p_autor and',
      by: 'where m.id = p_mensaje and',
      tests: TESTS,
    },
    {
      it: 'deletes blocked messages',
      text: "m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado;",
      by: "m.tipo in ('texto', 'imagen', 'audio');",
      tests: TESTS,
    },
    {
      it: 'deletes messages of any age',
      text: 'if v.creado_en < now() - make_interval(mins => p_minutos) then',
      by: 'if false then',
      tests: TESTS,
    },
    {
      it: 'counts a message again that is deleted twice',
      text: 'if v.eliminado_en is null then',
      by: 'if true then',
      tests: TESTS,
    },
    {
      it: 'removes the file of a picture that another message shows',
      text: '\n      and not exists (select from public.mensajes m where m.chat_id = v.chat_id and m.contenido = v.contenido)',
      by: '',
      tests: TESTS,
    },
    {
      it: 'shows a deleted message in the inbox',
      text: 'case when c.ultimo_mensaje_id <> v.id then c.ultimo_mensaje_contenido end',
      by: 'c.ultimo_mensaje_contenido',
      tests: TESTS,
    },
    {
      it: 'accepts answers to messages of other chats',
      text: 'where o.id = e.respuesta_a and o.chat_id = e.chat_id and',
      by: 'where o.id = e.respuesta_a and',
      tests: TESTS,
    },
    {
      it: 'accepts answers to blocked messages',
      text: "and not o.bloqueado and o.tipo <> 'contacto'",
      by: "and o.tipo <> 'contacto'",
      tests: TESTS,
    },
    {
      it: 'accepts answers to the notice of a contact',
      text: "and not o.bloqueado and o.tipo <> 'contacto'",
      by: 'and not o.bloqueado',
      tests: TESTS,
    },
    {
      it: 'still counts a deleted message as unread by the seeker',
      text: '(v.autor_id = c.maestro_id and v_posteriores < c.no_leidos_buscador)::integer',
      by: '0',
      tests: TESTS,
    },
    {
      it: 'still counts a deleted message as unread by the maestro',
      text: '(v.autor_id = c.buscador_id and v_posteriores < c.no_leidos_maestro)::integer',
      by: '0',
      tests: TESTS,
    },
    {
      it: 'subtracts a read message from what the seeker has not read',
      text: ' and v_posteriores < c.no_leidos_buscador',
      by: ' and c.no_leidos_buscador > 0',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'subtracts a read message from what the maestro has not read',
      text: ' and v_posteriores < c.no_leidos_maestro',
      by: ' and c.no_leidos_maestro > 0',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'takes the answers of the other person for later messages of the author',
      text: 'm.autor_id = v.autor_id and ',
      by: '',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'takes deleted messages for later ones',
      text: ' and m.eliminado_en is null',
      by: '',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'takes messages that were not delivered for later ones',
      text: ' and not m.bloqueado and m.secuencia >',
      by: ' and m.secuencia >',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'deletes the notice of a contact',
      text: "m.autor_id = p_autor and m.tipo in ('texto', 'imagen', 'audio')",
      by: 'm.autor_id = p_autor',
      tests: TESTS,
    },
    {
      it: 'removes the file of a reported picture',
      text: 'where p.chat_id = v.chat_id and (r.mensaje_id = v.id or r.contenido = v.contenido))',
      by: 'where false)',
      tests: TESTS,
    },
    {
      it: 'removes a reported file with another message that shows it',
      text: '(r.mensaje_id = v.id or r.contenido = v.contenido)',
      by: 'r.mensaje_id = v.id',
      tests: ['seguridad/reports'],
    },
    {
      it: 'counts deleted messages after a read mark',
      text: 'autor_id <> yo and eliminado_en is null',
      by: 'autor_id <> yo',
      tests: TESTS,
    },
  ]),
  ...inFile('apps/server/src/subjects/chat/functions/eliminar-mensaje.ts', [
    {
      it: 'deletes a part of a number while the contact is locked',
      text: 'return row !== undefined && esFragmento(row.contenido)',
      by: 'return false',
      tests: TESTS,
    },
    {
      it: 'keeps a part of a number after the contact was unlocked',
      text: '\n        and not interno.contacto_abierto(c.maestro_id, c.buscador_id)`',
      by: '`',
      tests: TESTS,
    },
    {
      it: 'does not tell the other person of a deletion',
      text: 'services.bus.publish(messageDeleted(withoutAddresses(deleted.mensaje), deleted.chat))',
      by: '',
      tests: TESTS,
    },
  ]),
]
