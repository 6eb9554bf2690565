import { describe, expect, test } from 'vitest'
import { moderar } from '../../../src/seguridad/moderacion/moderar.ts'
import { blockedOf } from './play.ts'
import { EXAMPLES } from './table-examples.ts'
import { entriesOf, without } from './without.ts'

/**
 * One example for each entry of each table. An example of a rule is blocked because of its entry; an example of a guard is
 * allowed because of it. When the entry is missing, the result is the opposite.
 */
describe.each(Object.entries(EXAMPLES))(
  'the table %s',
  (_, { table, entries, example, guard = false, open = false }) => {
    test('has an example for each entry', () => {
      expect(entriesOf(table).toSorted()).toEqual([...entries].toSorted())
    })

    test.each([...entries])(`decides about an example of %j`, (entry) => {
      const written = example(entry)
      const messages = typeof written === 'string' ? [written] : written
      const isBlocked = () =>
        open
          ? messages.some((text) => moderar(text, { contactoAbierto: true }) !== null)
          : blockedOf(messages).length > 0
      expect([messages, isBlocked()]).toEqual([messages, !guard])
      expect([messages, without(table, entry, isBlocked)]).toEqual([messages, guard])
    })
  },
)
