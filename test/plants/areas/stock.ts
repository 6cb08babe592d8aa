import type { Plant } from '../plant.ts'

const STOCK = 'hub/features/inventory/stock'

export const STOCKS: readonly Plant[] = [
  {
    name: 'first-of-a-moment',
    mistake: 'stock as of a moment is that before the last of several movements of one moment',
    edits: [
      {
        file: `${STOCK}/stock-as-of.ts`,
        find: 'movement.moment DESC, movement.seq DESC',
        replace: 'movement.moment DESC, movement.seq',
      },
    ],
    noticedBy: ['test/hub/inventory/stock-as-of.test.ts'],
    test: 'is that after the last of all that moved',
  },
  {
    name: 'as-of-without-the-moment',
    mistake: 'stock as of a moment leaves out what moved in that very moment',
    edits: [{ file: `${STOCK}/stock-as-of.ts`, find: '{ isPast: sql`<=`,', replace: '{ isPast: sql`<`,' }],
    noticedBy: ['test/hub/inventory/stock-as-of.test.ts'],
    test: 'ends with the moment or the day',
  },
  {
    name: 'age-of-the-first-receipt',
    mistake: 'what is left in stock counts as come with the first receipt, not with the last ones',
    edits: [
      {
        file: `${STOCK}/days-in-stock.ts`,
        find: 'ORDER BY movement.moment DESC, movement.seq DESC) - movement.quantity AS later',
        replace: 'ORDER BY movement.moment, movement.seq) - movement.quantity AS later',
      },
    ],
    noticedBy: ['test/hub/inventory/stock.test.ts'],
    test: 'tells for how many days',
  },
  {
    name: 'reserved-by-returns',
    mistake: 'drafts of returns count as reserved',
    edits: [
      {
        file: `${STOCK}/complete-places.ts`,
        find: "AND sale.source = 'BackOffice' AND NOT sale.is_return",
        replace: "AND sale.source = 'BackOffice'",
      },
    ],
    noticedBy: ['test/hub/inventory/stock.test.ts'],
    test: 'tells what drafts reserve',
  },
  {
    name: 'rounded-after-the-sum',
    mistake: 'the value of stock is rounded once, so that it is not the sum of what the list shows',
    edits: [
      {
        file: `${STOCK}/sum-stock.ts`,
        find: 'coalesce(sum(round(stock.quantity::numeric * price.value / 1000)), 0) AS retail',
        replace: 'coalesce(round(sum(stock.quantity::numeric * price.value / 1000)), 0) AS retail',
      },
    ],
    noticedBy: ['test/hub/inventory/stock.test.ts'],
    test: 'each rounded by itself',
  },
  {
    name: 'movements-by-moment-alone',
    mistake: 'a page of movements goes on after the moment of the last, past others of that moment',
    edits: [
      {
        file: 'hub/features/inventory/movements/queries.ts',
        find: '(${stockMovements.moment}, ${stockMovements.seq}) < (to_timestamp(${moment}::float8 / 1000), ${seq}::bigint)',
        replace: '${stockMovements.moment} < to_timestamp(${moment}::float8 / 1000) AND ${seq}::bigint > 0',
      },
    ],
    noticedBy: ['test/hub/inventory/movements.test.ts'],
    test: 'goes on where a page ended',
  },
  {
    name: 'night-of-greenwich',
    mistake: 'books are checked in the night of Greenwich',
    edits: [
      {
        file: 'hub/features/inventory/books-check/nightly.ts',
        find: "now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit' })",
        replace: "now.toLocaleTimeString('en-GB', { timeZone: timeZone && 'UTC', hour: '2-digit' })",
      },
    ],
    noticedBy: ['test/hub/inventory/books-check.test.ts'],
    test: 'is done once a night',
  },
  {
    name: 'closed-by-the-day-of-greenwich',
    mistake: 'a day is closed that is still to come where the organization is',
    edits: [
      {
        file: 'hub/features/organization/settings/update-settings.ts',
        find: 'const today = dayOf(new Date(), current.timeZone)',
        replace: "const today = dayOf(new Date(), current.timeZone && 'UTC')",
      },
    ],
    noticedBy: ['test/hub/organization/settings.test.ts'],
    test: 'close days up to today',
  },
]
