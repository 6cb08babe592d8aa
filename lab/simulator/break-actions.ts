import { availableParallelism } from 'node:os'
import { PLANT_SIZE } from './find-plants.ts'
import type { SeedReport } from './jobs.ts'
import { EXPECTED } from './schedule/expected.ts'
import { type Ground, SeedRunner } from './simulate.ts'
import { shortfallsOf } from './summary.ts'

const STEPS = 40
const MOST_SEEDS = 16

/** Steps that lead to a kind of action, when they are not evident from its name. */
const STEPS_OF: Readonly<Record<string, readonly string[]>> = {
  resume: ['park', 'add line'],
  park: ['park', 'add line'],
  print: ['print', 'sell'],
  pay: ['sell'],
  'pay: asked again': ['kill', 'sell', 'plan death'],
  'sign in': ['sign out'],
  'end long: COMMIT': ['begin long', 'end long'],
  'end long: ROLLBACK': ['begin long', 'end long'],
  restart: ['kill', 'restart'],
  'start hub': ['stop hub', 'start hub'],
  'set disk back': ['save disk', 'set disk back'],
  'restore hub': ['back up hub', 'restore hub'],
  'return: of a receipt': ['return', 'sell'],
  'return: reverses points': ['return', 'points: spent at two tills'],
  'return: gives back to a voucher': ['voucher: return goods', 'voucher: spend'],
  'voucher: sell new': ['voucher: sell'],
  'voucher: sell card': ['voucher: sell'],
  'voucher: reload': ['voucher: sell'],
  'voucher: ask': ['voucher: spend'],
  'voucher: take back': ['voucher: take back', 'voucher: sell'],
  'card: unblock': ['card: block'],
  'points: ask': ['points: ask', 'sell', 'card'],
  'points: too many': ['points: too many', 'add line', 'card'],
}

/** Returns the steps that put the goods to be paid into the cart, or that the payment requires. */
function stepsOfPay(kind: string): string[] | undefined {
  if (!kind.startsWith('pay: with')) return undefined
  if (kind.endsWith('voucher that comes back')) return ['voucher: sell', 'voucher: take back']
  if (kind.endsWith('voucher to sell')) return ['voucher: sell']
  if (kind.includes('voucher')) return ['voucher: spend', 'voucher: spent at two tills', 'sell']
  if (kind.endsWith('ReceiptThreshold')) return ['sell', 'coupon']
  return kind.endsWith('tells') ? ['points: spent at two tills'] : ['sell', 'card']
}

export interface Broken {
  kind: string
  /** First seed whose run has detected the broken action, or null when none has. */
  seed: number | null
  /** First failure reported by the run. */
  noticed: string
}

/** Disables each kind of action in turn, in schedules with many actions of that kind, until a run detects it. */
export async function breakActions(
  ground: Ground,
  kinds: readonly string[] = Object.keys(EXPECTED),
  onBroken: (broken: Broken) => void = () => {},
): Promise<Broken[]> {
  const waiting = [...kinds]
  const all: Broken[] = []
  const work = async (): Promise<void> => {
    using runner = new SeedRunner(ground)
    for (let kind = waiting.shift(); kind !== undefined; kind = waiting.shift()) {
      const broken = await breakKind(runner, kind)
      all.push(broken)
      onBroken(broken)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), kinds.length) }, work))
  return all
}

async function breakKind(runner: SeedRunner, kind: string): Promise<Broken> {
  const steps = STEPS_OF[kind] ?? stepsOfPay(kind) ?? [kind.replace(/:.*/, ''), kind]
  const emphasis = Object.fromEntries(steps.map((step) => [step, 30]))
  const size = { ...PLANT_SIZE, steps: STEPS }
  const reports: SeedReport[] = []
  for (let seed = 1; seed <= MOST_SEEDS; seed++) {
    reports.push(await runner.run(seed, { size, emphasis, breaks: { broken: kind } }))
    const noticed = [...reports.flatMap(({ failures }) => failures), ...shortfallsOf(reports)]
    const named = noticed.find((what) => what.includes(kind))
    if (named) return { kind, seed, noticed: named }
  }
  return { kind, seed: null, noticed: '' }
}
