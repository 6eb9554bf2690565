import { inFile } from '../mutant.ts'

/** Rules of acts that accounts in their first days do less often: chats, contacts, reviews and reports. */
export const sqlFirstDaysMutants = [
  ...inFile('db/seguridad/reports.sql', [
    {
      it: 'announces every report at once',
      text: "if p_datos ->> 'motivo' in ('acoso', 'fraude') then",
      by: 'if true then',
      tests: ['operacion/operator-mails'],
    },
    {
      it: 'copies messages of an account that is being erased into a report',
      text: "perform from public.profiles where id in (p_quien, p_a_quien) order by role = 'maestro', id for share;",
      by: '',
      tests: ['cuenta/erasure'],
      titles: 'a report about that person',
    },
    {
      it: 'locks the two profiles of a report in the order of their ids',
      text: "(p_quien, p_a_quien) order by role = 'maestro', id for share",
      by: '(p_quien, p_a_quien) order by id for share',
      tests: ['platform/db/locks'],
      titles: 'in this order',
    },
    {
      it: 'writes a report of a person who is being suspended',
      text: 'perform interno.exigir_cuenta_activa(p_quien);',
      by: '',
      tests: ['platform/db/locks', 'cuenta/erasure'],
      titles: 'report',
    },
    {
      it: 'announces each report about one person by an e-mail of its own',
      text: ') then now() + v_ventana else now() end, 12);',
      by: ') then now() else now() end, 12);',
      tests: ['operacion/operator-mails'],
      titles: 'many reports',
    },
  ]),
  ...inFile('db/chat/start-chat.sql', [
    {
      it: 'starts a chat with a maestro who closes the account',
      text: 'id = p_maestro and suspendido_en is not null',
      by: 'false',
      tests: ['platform/db/locks'],
    },
    {
      it: 'starts a chat with a suspended maestro',
      text: 'and m.perfil_completo and p.suspendido_en is null;\n  if not found then\n    return;',
      by: 'and m.perfil_completo;\n  if not found then\n    return;',
      tests: ['chat/inboxes'],
    },
    {
      it: 'starts a chat with an incomplete maestro',
      text: 'and m.perfil_completo and p.suspendido_en is null;\n  if not found then\n    return;',
      by: 'and p.suspendido_en is null;\n  if not found then\n    return;',
      tests: ['chat/inboxes'],
    },
    {
      it: 'accepts any text as the borough of a chat',
      text: "raise exception 'The borough is not in the active catalogue' using errcode = 'PT400', detail = 'alcaldia';",
      by: 'null;',
      tests: ['chat/chat-limits'],
    },
    {
      it: 'accepts any text as the trade of a chat',
      text: "raise exception 'The trade is not in the active catalogue' using errcode = 'PT400', detail = 'servicio';",
      by: 'null;',
      tests: ['chat/chat-limits'],
    },
    {
      it: 'does not limit new chats',
      text: "raise exception 'Too many new chats' using errcode = 'PT429',\n      detail = interno.segundos_hasta(v_limite + v_ventana)::text;",
      by: 'null;',
      tests: ['chat/chat-limits'],
    },
    {
      it: 'does not lock while it counts new chats',
      text: 'perform from public.profiles where id = p_buscador for no key update;\n  perform from',
      by: 'perform from',
      tests: ['chat/chat-limits'],
    },
  ]),
  ...inFile('db/contacto/functions.sql', [
    {
      it: 'unlocks a contact for a seeker who is being suspended',
      text: 'for share;\n  perform interno.exigir_cuenta_activa(p_buscador);',
      by: 'for share;',
      tests: ['contacto/contact-concurrency'],
      titles: 'suspended or closed',
    },
    {
      it: 'answers the phone to a blocked seeker who repeats the unlock',
      text: 'if not interno.contacto_visible(p_maestro, p_buscador) then',
      by: 'if false then',
      tests: ['seguridad/blocks'],
    },
  ]),
  ...inFile('db/seguridad/newcomers.sql', [
    {
      it: 'limits accounts older than 7 days as new ones',
      text: "if p_frenos is null or v_etapa = 'conocida' then",
      by: 'if p_frenos is null then',
      tests: ['protocol/functions/new-account-limits'],
    },
    {
      it: 'refuses accounts older than 24 hours because of their address',
      text: "if v_etapa = 'nueva' and p_frenos",
      by: 'if p_frenos',
      tests: ['protocol/functions/new-account-limits'],
    },
    {
      it: 'takes the sign-up as the begin of the age of an account',
      text: 'coalesce(u.email_confirmed_at, now())',
      by: 'u.created_at',
      tests: ['protocol/functions/new-account-limits'],
    },
  ]),
  ...inFile('db/resenas/functions.sql', [
    {
      it: 'edits a review of an account that is being erased',
      text: 'where id = p_buscador and eliminada_en is null for no key update;',
      by: 'where id = p_buscador for no key update;',
      tests: ['cuenta/erasure'],
      titles: 'an edit of a review',
    },
    {
      it: 'counts a burst of reviews of one address after 7 days',
      text: "case when p_frenos ->> 'rafaga' is distinct from 'true' or",
      by: 'case when true or',
      tests: ['resenas/counted'],
    },
  ]),
  ...inFile('db/resenas/reputation.sql', [
    {
      it: 'counts a review that is written right after the unlock',
      text: "a.creado_en <= p_en - interval '4 hours'",
      by: 'a.creado_en <= p_en',
      tests: ['resenas/counted'],
    },
    {
      it: 'counts a burst of reviews of one maestro after 7 days',
      text: 'and not interno.es_de_una_rafaga(r)',
      by: '',
      tests: ['resenas/counted'],
    },
    {
      it: 'counts the review of an account that was erased within 7 days',
      text: "coalesce(interno.edad_de_cuenta(r.buscador_id) >= interval '7 days', false)",
      by: 'true',
      tests: ['resenas/counted'],
    },
  ]),
]
