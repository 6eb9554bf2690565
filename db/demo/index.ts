import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Sql } from '../../apps/server/src/platform/db/pool.ts'
import type { ObjectStore } from '../../apps/server/src/platform/objects/store.ts'
import { PASSWORD_COST } from '../../apps/server/src/platform/secrecy/password-hash.ts'
import { DEMO_PASSWORD, reopenDemo } from './accounts.ts'
import { planContacts, startOfDay } from './contacts.ts'
import { DEMO_MAESTRO, DEMO_NEWCOMER, DEMO_SEEKER, makeMaestros, makeSeekers } from './people.ts'
import { storePictures } from './pictures.ts'
import { allSettled, insertRows, writeAccounts, writeChoices, writeContacts, writeMaestros } from './write.ts'

/** The demo directory of an embedded database. The same seed gives the same demo. */

/** The advisory lock of all processes of the product: two that start at once fill once. */
export const FILL_LOCK = 727_374_002

export async function fillDemo(
  sql: Sql,
  objects: ObjectStore,
  report: (line: string) => void,
  now = new Date(),
): Promise<void> {
  // One transaction: an interrupted fill leaves no row, and the next start fills again.
  const summary = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${FILL_LOCK})`
    // The profile also stays when the account is erased, and its id can be used once only.
    const [filled] = await tx<{ erased: boolean }[]>`
      select eliminada_en is not null as erased from public.profiles where id = ${DEMO_SEEKER.id}`
    if (filled?.erased)
      return 'El directorio de demostración se borró antes y no se llena otra vez en esta base de datos.'
    if (filled) return reopenDemo(tx)

    report('Preparando el directorio de demostración…')
    const maestros = makeMaestros()
    const seekers = makeSeekers()
    const today = startOfDay(now)
    const contacts = planContacts(maestros, seekers, today)

    const writePeople = async () => {
      const known = await hash(DEMO_PASSWORD, PASSWORD_COST)
      // Nobody knows this password, so nobody can sign in as these people.
      const unknown = await hash(randomBytes(32), PASSWORD_COST)
      await writeAccounts(tx, {
        buscadores: [DEMO_SEEKER, ...seekers],
        maestros: [DEMO_NEWCOMER, ...maestros],
        passwordOf: (person) =>
          [DEMO_SEEKER, DEMO_MAESTRO, DEMO_NEWCOMER].includes(person) ? known : unknown,
        today,
      })
    }
    const drawPictures = () =>
      storePictures(maestros, objects, (done) => {
        if (done % 150 === 0) report(`Dibujando retratos: ${done} de ${maestros.length}`)
      })
    const [pictures] = await allSettled([drawPictures(), writePeople()])
    // The database accepts a maestro's picture only when its object exists.
    await insertRows(tx, 'storage.objects', pictures)
    await writeMaestros(tx, maestros, today)
    await writeContacts(tx, contacts)
    // Last: the trades and boroughs complete the profiles, so the directory is derived once.
    await writeChoices(tx, maestros)
    return `Directorio de demostración listo: ${maestros.length} maestros y ${contacts.reviews.length} reseñas`
  })
  if (summary) report(summary)
}
