import { describe, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import {
  makeBuscador,
  makeMaestro,
  makePerson,
  signIn,
  signOut,
  suspend,
  type TestPerson,
} from '../setup/rows/maestros.ts'

const app = appForTests()
const luis = beforeTests(() => makeMaestro(app))

const track = (who: Pick<TestPerson, 'client'>, body: Record<string, unknown>) =>
  call(who.client, 'track-profile-view', { body })

async function views(maestro: string) {
  const [row] = await app.sql`
    select (select count(*)::int from vistas_perfil where maestro_id = ${maestro}) as vistas,
      coalesce((select visitas_ultimos_30_dias from maestro_stats where maestro_id = ${maestro}), 0) as visitas`
  return row
}

describe('a profile view', () => {
  test('of a signed-in seeker is counted, once a day [7.fn.09]', async () => {
    const maestro = await makeMaestro(app)
    const [ana, eva] = [await makeBuscador(app), await makeBuscador(app)]
    for (const { client, id } of [ana, ana, eva]) {
      const { status, data } = await track({ client }, { maestro_id: maestro.id, buscador_id: id })
      expect([status, data]).toEqual([200, { success: true }])
    }
    expect(await views(maestro.id)).toEqual({ vistas: 2, visitas: 2 })
    await app.sql`update vistas_perfil set dia = dia - 1 where buscador_id = ${ana.id}`
    await track(ana, { maestro_id: maestro.id, buscador_id: ana.id })
    expect(await views(maestro.id)).toEqual({ vistas: 3, visitas: 3 })
  })

  test('is refused when it names another person, from maestros, and from accounts without a role', async () => {
    const [ana, eva] = [await makeBuscador(app), await makeBuscador(app)]
    const roleless = await makePerson(app, null)
    const asAnother = await track(ana, { maestro_id: luis.id, buscador_id: eva.id })
    expect([asAnother.status, asAnother.code]).toEqual([403, 'FORBIDDEN'])
    const other = await makeMaestro(app)
    for (const who of [luis, other, roleless]) {
      const { status, code, message } = await track(who, { maestro_id: luis.id, buscador_id: who.id })
      expect([status, code, message]).toEqual([403, 'FORBIDDEN', 'Esta acción es solo para buscadores.'])
    }
    expect(await views(luis.id)).toEqual({ vistas: 0, visitas: 0 })
  })

  test('reads the role from the profile, never from the metadata', async () => {
    const maestro = await makeMaestro(app)
    await app.sql`
      update auth.users set raw_user_meta_data = raw_user_meta_data || '{"role":"buscador"}' where id = ${maestro.id}`
    expect((await track(maestro, { maestro_id: luis.id, buscador_id: maestro.id })).status).toBe(403)
  })

  test('is refused without a person, with a closed session and from a suspended account', async () => {
    const [gone, suspended] = [await makeBuscador(app), await makeBuscador(app)]
    await signOut(app, gone)
    await suspend(app, suspended.id)
    const tracked = { maestro_id: luis.id, buscador_id: gone.id }
    const none = await track({ client: app.client() }, tracked)
    expect([none.status, none.code]).toEqual([401, 'SESSION_REQUIRED'])
    expect(none.message).not.toContain('Session expired')
    const ended = await track(gone, tracked)
    expect([ended.status, ended.code]).toEqual([401, 'SESSION_EXPIRED'])
    expect(ended.message).toContain('Session expired')
    const late = await signIn(app, suspended.id)
    const { status, code } = await track(late, { maestro_id: luis.id, buscador_id: suspended.id })
    expect([status, code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
    expect(await views(luis.id)).toEqual({ vistas: 0, visitas: 0 })
  })

  test('of a maestro who is not visible is answered as not found', async () => {
    const ana = await makeBuscador(app)
    const incomplete = await makeMaestro(app, { incompleto: true })
    const suspended = await makeMaestro(app)
    await suspend(app, suspended.id)
    for (const id of [ana.id, incomplete.id, suspended.id, '00000000-0000-4000-8000-000000000000']) {
      const { status, code } = await track(ana, { maestro_id: id, buscador_id: ana.id })
      expect([status, code]).toEqual([404, 'NOT_FOUND'])
    }
  })
})
