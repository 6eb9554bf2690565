/**
 * The kinds of tests, in the order in which they run. `budget` is how many seconds the tests of a kind may take on two
 * cores. `npm test` names a kind that takes longer and does not fail.
 */
export const KINDS = [
  {
    name: 'rules',
    files: /^(packages\/\w+|apps\/web)\/test\/(?!order\/).+(?<!\.screen)\.test\.ts$/,
    budget: 10,
  },
  { name: 'server', files: /^apps\/server\/test\/.+\.test\.ts$/, budget: 240 },
  { name: 'order', files: /^apps\/web\/test\/order\/.+\.test\.tsx?$/, budget: 20 },
  { name: 'screen', files: /^apps\/web\/test\/.+\.screen\.test\.ts$/, budget: 120 },
  { name: 'journey', files: /^e2e\/.+\.spec\.ts$/, budget: 300 },
]

/** The kind of a test file, by its path from the root. */
export const kindOf = (path) => KINDS.find(({ files }) => files.test(path))?.name
