import { measureInTurn } from '../documents/in-turn.ts'
import { SALES, SUPPLIES } from '../documents/kinds.ts'
import { openYoungShop } from '../documents/posting.ts'
import type { Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'

/** Cost of daily roll-ups for posting, compared with a hub that does not mark changed days. */
export const MARKS: Measurement = {
  name: 'posting-with-marks',
  measure: async (bench) => {
    await using product = await openYoungShop(bench)
    await using floor = await openYoungShop(bench)
    await floor.sql.query('CREATE RULE unmarked AS ON INSERT TO dirty_days DO INSTEAD NOTHING')
    const figures: Figure[] = []
    for (const kind of [SALES, { ...SUPPLIES, noun: 'supplies of 10 lines', lines: 10 }])
      figures.push({
        name: `posting that marks its day, ${kind.noun}`,
        unit: 'ms',
        ...(await measureInTurn(bench, kind, { product, floor })),
        aim: { ratioAtMost: 1.05 },
      })
    return figures
  },
}
