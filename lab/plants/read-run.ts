import { existsSync, readFileSync } from 'node:fs'

export interface RunReport {
  isNoticed: boolean
  /** Title of the failed test, or the reason why the run is inconclusive. */
  by: string
}

interface JsonReport {
  testResults: {
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/**
 * Matches a failed expectation: a failed assertion, or a step that was refused or awaited in vain. A load
 * error, a TypeError or a time-out only shows that the plant itself is broken.
 */
const EXPECTED_OTHERWISE = /^(AssertionError|Error): (?!(Test|Hook) timed out)/

/** Returns the result of a vitest run with a planted mistake, read from its JSON report. */
export function readRun(file: string, complaints: string): RunReport {
  if (!existsSync(file)) return { isNoticed: false, by: `the run broke: ${complaints}` }
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as JsonReport
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed')
  const asserted = failed.find(({ failureMessages }) =>
    failureMessages.some((text) => EXPECTED_OTHERWISE.test(text)),
  )
  if (asserted) return { isNoticed: true, by: asserted.fullName }
  if (failed[0])
    return {
      isNoticed: false,
      by: `${failed[0].fullName} broke: ${failed[0].failureMessages[0]?.slice(0, 300)}`,
    }
  const broken = testResults.find(({ message }) => message !== '')
  if (broken) return { isNoticed: false, by: `the run broke: ${broken.message.slice(0, 300)}` }
  const passed = tests.filter(({ status }) => status === 'passed')
  return { isNoticed: false, by: `nobody: ${passed.length} tests passed` }
}
