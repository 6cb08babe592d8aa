import type { Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import type { Shop } from '../world/shop.ts'
import { measureInTurn } from './in-turn.ts'
import { type Kind, SALES, SUPPLIES } from './kinds.ts'
import { openYoungShop } from './posting.ts'

const KINDS: readonly Kind[] = [
  { ...SUPPLIES, noun: 'supplies of 1 line', lines: 1 },
  SALES,
  { ...SUPPLIES, noun: 'supplies of 10 lines', lines: 10 },
]

/**
 * Cost of the audit log for posting, compared with a hub without audit triggers. Both hubs post small batches
 * alternately.
 */
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
        ...(await measureInTurn(bench, kind, { product: audited, floor: bare })),
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
