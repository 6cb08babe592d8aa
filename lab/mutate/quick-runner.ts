import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import { portionOf, testsOf } from './portions.ts'
import type { QuickTest } from './quick-tests.ts'

/**
 * Time in ms after which a mutant counts as hanging. Many mutants hang, and no test takes a hundredth of this
 * time.
 */
const HANGS_AFTER_MS = 30_000

const TESTS = new URL('./quick-tests.ts', import.meta.url).href
/** Returns the root URL of the copy that contains the mutants. */
const root = (): string => pathToFileURL(`${process.cwd()}/`).href

/** Global context from which mutated code reads the active mutant. */
const context: { [Member in keyof InstrumenterContext]?: InstrumenterContext[Member] | undefined } = {}
Object.assign(globalThis, {
  [INSTRUMENTER_CONSTANTS.NAMESPACE]: context,
  // Vitest's fake timers read their options from here.
  __vitest_worker__: { config: { fakeTimers: {} } },
})

/** Real timers and clock, saved because tests replace them. */
const { setTimeout, clearTimeout } = globalThis
const now = performance.now.bind(performance)

/** Generation of the loaded modules. It is incremented when all modules must be loaded again. */
let generation = 0
registerHooks({
  resolve(specifier, parent, next) {
    if (specifier === 'vitest' && parent.parentURL !== TESTS) return { url: TESTS, shortCircuit: true }
    const found = next(specifier, parent)
    const { url } = found
    const isMutable = url.startsWith(root()) && !url.includes('/node_modules/') && url !== TESTS
    return isMutable ? { ...found, url: `${url}?${generation}` } : found
  },
})

/** First error thrown outside of any test. */
let stray: unknown
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    stray ??= error
  })

class QuickRunner implements TestRunner {
  #tests: QuickTest[] = []
  #isMutated = false

  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: true }
  }

  async dryRun(): Promise<DryRunResult> {
    try {
      await this.#load()
    } catch (error) {
      return { status: DryRunStatus.Error, errorMessage: textOf(error) }
    }
    const tests = await run(this.#tests, { bail: false })
    return {
      status: DryRunStatus.Complete,
      tests,
      mutantCoverage: context.mutantCoverage ?? { static: {}, perTest: {} },
    }
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment } = options
    const isStatic = mutantActivation === 'static'
    context.hitCount = hitLimit === undefined ? undefined : 0
    context.hitLimit = hitLimit
    try {
      context.activeMutant = isStatic ? activeMutant.id : undefined
      if (this.#tests.length === 0 || this.#isMutated || reloadEnvironment) await this.#load()
      this.#isMutated = isStatic
      context.activeMutant = activeMutant.id
      const wanted = testFilter ? new Set(testFilter) : null
      const tests = await run(
        this.#tests.filter(({ id }) => wanted?.has(id) ?? true),
        { bail: true },
      )
      const ended = determineHitLimitReached(context.hitCount, hitLimit)
      return toMutantRunResult(ended ?? { status: DryRunStatus.Complete, tests })
    } catch (error) {
      this.#isMutated = true
      return toMutantRunResult({ status: DryRunStatus.Error, errorMessage: textOf(error) })
    } finally {
      context.activeMutant = undefined
    }
  }

  async #load(): Promise<void> {
    generation++
    const { testsIn } = (await import(TESTS)) as typeof import('./quick-tests.ts')
    this.#tests = []
    const portion = portionOf(process.env.MUTATE_PORTION ?? '')
    for (const file of portion ? globSync(testsOf(portion)).toSorted() : [])
      this.#tests.push(...(await testsIn(file, () => import(pathToFileURL(join(process.cwd(), file)).href))))
  }
}

async function run(tests: readonly QuickTest[], { bail }: { bail: boolean }): Promise<TestResult[]> {
  const results: TestResult[] = []
  for (const test of tests) {
    const result = await runOne(test)
    results.push(result)
    if (bail && result.status === TestStatus.Failed) break
  }
  return results
}

async function runOne({ id, name, fileName, run: work }: QuickTest): Promise<TestResult> {
  context.currentTestId = id
  stray = undefined
  const startedAt = now()
  const about = () => ({ id, name, fileName, timeSpentMs: now() - startedAt })
  let deadline: NodeJS.Timeout | undefined
  try {
    const hangs = new Promise((_, reject) => {
      deadline = setTimeout(() => reject(new Error('hangs')), HANGS_AFTER_MS)
    })
    await Promise.race([work(), hangs])
    if (stray !== undefined) throw stray
    return { ...about(), status: TestStatus.Success }
  } catch (error) {
    return { ...about(), status: TestStatus.Failed, failureMessage: textOf(error) }
  } finally {
    clearTimeout(deadline)
    context.currentTestId = undefined
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Stryker requires this name. */
export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'quick', QuickRunner)]
