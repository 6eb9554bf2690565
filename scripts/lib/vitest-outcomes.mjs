import { writeFileSync } from 'node:fs'

/**
 * A reporter for vitest that writes each test's outcome, the time of each file, and separately the errors of hooks, of files that do not load, and
 * those outside of every test. Vitest's own JSON report does not contain all of them.
 */
export default class OutcomesReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const files = modules.map((module) => ({
      path: module.moduleId,
      milliseconds: timeOf(module.diagnostic()),
      errors: [module, ...module.children.allSuites()].flatMap((part) => part.errors()).map(text),
      tests: [...module.children.allTests()].map((test) => {
        const { state, errors = [] } = test.result()
        return { name: test.fullName, state, errors: errors.map(text) }
      }),
    }))
    const path = process.env.VITEST_OUTCOMES_FILE
    if (path) writeFileSync(path, JSON.stringify({ files, errors: unhandledErrors.map(text) }))
  }
}

/** Vitest counts in `duration` what the tests and their hooks take, and the preparation of the file apart. */
const timeOf = ({ duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration }) =>
  duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration

const text = ({ stack, message }) => stack ?? message
