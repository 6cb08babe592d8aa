import type { Bench, Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import type { Shop } from '../world/shop.ts'
import { Drafts } from './drafts.ts'
import { type Kind, SALES, SUPPLIES } from './kinds.ts'
import { productsOf } from './old-shop.ts'
import { openYoungShop, post } from './posting.ts'

const KINDS: readonly Kind[] = [
  { ...SUPPLIES, noun: 'supplies of 1 line', lines: 1 },
  SALES,
  { ...SUPPLIES, noun: 'supplies of 10 lines', lines: 10 },
]

/** Few enough that both sides meet the same load of the machine. */
const TURN = 20

/** What the audit log adds to posting: beside a hub whose tables have no audit triggers, some documents each in turn. */
export const POSTING_WITHOUT_AUDIT_LOG: Measurement = {
  name: 'posting-without-audit-log',
  measure: async (bench) => {
    await using audited = await openYoungShop(bench)
    await using bare = await openYoungShop(bench)
    await dropAuditTriggers(bare)
    const figures: Figure[] = []
    for (const kind of KINDS) {
      figures.push({
        name: `posting with the audit log, ${kind.noun}`,
        unit: 'ms',
        ...(await measureInTurn(bench, kind, audited, bare)),
        aim: { ratioAtMost: 1.1 },
      })
    }
    return figures
  },
}

async function dropAuditTriggers({ sql }: Shop): Promise<void> {
  await sql.query(`
    DO $$ DECLARE audited record; BEGIN
      FOR audited IN SELECT tgrelid::regclass AS name FROM pg_trigger WHERE tgname = 'audit' LOOP
        EXECUTE format('DROP TRIGGER audit ON %s', audited.name);
      END LOOP;
    END $$`)
}

/** Milliseconds a document. */
async function measureInTurn(
  bench: Bench,
  kind: Kind,
  audited: Shop,
  bare: Shop,
): Promise<Pick<Figure, 'product' | 'floor'>> {
  const { isQuick, runs } = bench.options
  const turns = isQuick ? 2 : 25
  const sides = await Promise.all(
    [audited, bare].map(async (shop) => ({
      shop,
      drafts: await Drafts.open(shop, productsOf(bench)),
      ms: 0,
    })),
  )
  const measured: number[][] = []
  for (let run = 0; run < runs; run += 1) {
    for (const side of sides) side.ms = 0
    for (let turn = 0; turn < turns; turn += 1) {
      for (const side of turn % 2 === 0 ? sides : sides.toReversed())
        side.ms += await post(side.shop, kind, await side.drafts.write(kind, TURN), 1)
    }
    measured.push(sides.map(({ ms }) => ms / (turns * TURN)))
  }
  return {
    product: measured.map(([ms = 0]) => ms),
    floor: measured.map(([, ms = 0]) => ms),
  }
}
