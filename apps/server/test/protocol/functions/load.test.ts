import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { functionList } from '../../../src/function-list.ts'
import { loadFunctions } from '../../../src/protocol/functions/load.ts'
import { contractFiles, contractsIn, loadContracts } from '../../setup/contracts.ts'

const badFolder = (name: string) => join(import.meta.dirname, 'bad-definitions', name)
const FUNCTIONS_FOLDER = join(import.meta.dirname, '../../../src/subjects')

describe('the functions of the server', () => {
  test('are the files in the folders of subjects, without any list', async () => {
    const files = globSync('*/functions/*.ts', { cwd: FUNCTIONS_FOLDER }).sort()
    const loaded = (await functionList()).map(
      ({ subject, definition }) => `${subject}/functions/${definition.contract.name}.ts`,
    )
    expect(loaded.sort()).toEqual(files)
    expect(files).toContain('chat/functions/send-message.ts')
  })

  test('do not start with a file that has no definition: the error names the file', async () => {
    await expect(loadFunctions(badFolder('without-definition'))).rejects.toThrow(
      /without-definition\/uno\/functions\/get-chats\.ts has no definition: its default export must be the result of defineFunction/,
    )
  })

  test('do not start with two of one name: the error names both folders', async () => {
    await expect(loadFunctions(badFolder('same-name'))).rejects.toThrow(
      'two functions have the name get-chats: in dos and in uno',
    )
  })

  test('do not start with a file that is not named as its function', async () => {
    await expect(loadFunctions(badFolder('wrong-file-name'))).rejects.toThrow(
      /get-messages\.ts defines the function get-chats: name the file get-chats\.ts/,
    )
  })
})

describe('the contracts', () => {
  test('are one in each file, which has the name of the function', async () => {
    for (const file of contractFiles()) {
      const names = (await contractsIn(file)).map(({ name }) => name)
      expect({ file, names }).toEqual({ file, names: [basename(file, '.ts')] })
    }
  })

  test('have a definition in the same subject of the server', async () => {
    const built = (await functionList()).map(
      ({ subject, definition }) => `${subject}/${definition.contract.name}`,
    )
    const contracts = contractFiles().map((file) => `${dirname(file)}/${basename(file, '.ts')}`)
    expect(built.toSorted()).toEqual(contracts.toSorted())
  })

  test('name in their path only fields of the input that are always there', async () => {
    for (const { name, input, params = [] } of await loadContracts()) {
      const optional = params.filter((param) => input.shape[param]?._zod.optin === 'optional')
      expect({ name, optional }).toEqual({ name, optional: [] })
    }
  })
})
