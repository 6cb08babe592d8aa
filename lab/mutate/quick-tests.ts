/**
 * Subset of vitest used by the tests next to the code. Tests run repeatedly in one process, because starting
 * vitest for each mutant takes ten times as long.
 */
import { expect, vi } from 'vitest'

type Work = (...args: never[]) => unknown
export interface QuickTest {
  /** Unique id, the same each time the file is loaded. */
  id: string
  fileName: string
  name: string
  run: () => Promise<void>
}

interface Suite {
  name: string
  /** Hooks around each test of the suite. Those of outer suites run first. */
  before: Work[]
  after: Work[]
  parent: Suite | null
}

let suite: Suite
let file = ''
let found: QuickTest[] = []
let finished: Work[] = []

/** Loads a file and returns the tests that it declares. */
export async function testsIn(fileName: string, load: () => Promise<unknown>): Promise<QuickTest[]> {
  file = fileName
  found = []
  suite = suiteIn(null, '')
  await load()
  return found
}

const suiteIn = (parent: Suite | null, name: string): Suite => ({ name, before: [], after: [], parent })

const outwards = (from: Suite): Suite[] => (from.parent ? [from, ...outwards(from.parent)] : [from])

function add(name: string, work: Work, args: readonly unknown[]): void {
  const suites = outwards(suite)
  const path = [...suites.map((each) => each.name).filter(Boolean)].reverse()
  found.push({
    id: `${file}#${found.length}`,
    fileName: file,
    name: [...path, name].join(' > '),
    run: () => runOne(suites, () => work(...(args as never[]))),
  })
}

async function runOne(suites: Suite[], work: () => unknown): Promise<void> {
  finished = []
  try {
    for (const { before } of suites.toReversed()) for (const each of before) await each()
    await work()
  } finally {
    for (const { after } of suites) for (const each of after) await each()
    for (const each of finished.toReversed()) await each()
  }
}

/** Declares a test for each row of a table. The items of a row that is a list become the arguments. */
const each =
  (declare: (name: string, work: Work, args: readonly unknown[]) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, work: Work): void => {
    for (const [index, row] of rows.entries())
      declare(`${name} [${index}]`, work, Array.isArray(row) ? row : [row])
  }

function group(name: string, work: Work, args: readonly unknown[]): void {
  const outer = suite
  suite = suiteIn(outer, name)
  try {
    work(...(args as never[]))
  } finally {
    suite = outer
  }
}

export const test = Object.assign((name: string, work: Work) => add(name, work, []), { each: each(add) })
export const it = test
export const describe = Object.assign((name: string, work: Work) => group(name, work, []), {
  each: each(group),
})
export const beforeEach = (work: Work): number => suite.before.push(work)
export const afterEach = (work: Work): number => suite.after.push(work)
export const onTestFinished = (work: Work): number => finished.push(work)
export { expect, vi }
