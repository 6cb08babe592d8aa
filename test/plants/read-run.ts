import { existsSync, readFileSync } from 'node:fs'

export interface RunReport {
  isNoticed: boolean
  /** The test that failed, or why the run says nothing. */
  by: string
}

interface JsonReport {
  testResults: {
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/**
 * A test has found something else than it expects: an assertion failed, or a step of it was refused or waited for in
 * vain. What cannot be loaded, a TypeError or a deadline shows nothing but that the plant itself is broken.
 */
const EXPECTED_OTHERWISE = /^(AssertionError|Error): (?!(Test|Hook) timed out)/

/** What a run of vitest with a mistake planted has shown, by its JSON report. */
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
