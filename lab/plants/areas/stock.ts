import type { Plant } from '../plant.ts'

export const STOCKS: readonly Plant[] = [
  {
    name: 'sheet-of-all-stores',
    mistake: 'the sheet of a count has what is in other stores',
    edits: [{ in: 'listToCount', find: 'AND stock.store_id = ${header.storeId}', replace: '' }],
    noticedBy: ['test/hub/inventory/counts.test.ts'],
    test: 'has a sheet that is filled from the stock',
  },
  {
    name: 'added-lines-stay',
    mistake: 'what a full count has set to nothing stays in it when it is unposted',
    edits: [{ in: 'linesOfUncounted', find: 'isAdded: true', replace: 'isAdded: false' }],
    noticedBy: ['test/hub/inventory/counts.test.ts'],
    test: 'takes what it has set to nothing out again',
  },
  {
    name: 'warns-of-earlier-counts',
    mistake: 'unposting names the counts before the document',
    edits: [
      {
        in: 'warnOfLaterCounts',
        find: 'coalesce(line.counted_at, count.date) >= moved.moment',
        replace: 'coalesce(line.counted_at, count.date) <= moved.moment',
      },
    ],
    noticedBy: ['test/hub/inventory/counts.test.ts'],
    test: 'is named when something before it is unposted',
  },
  {
    name: 'unmoved-only-where-nowhere',
    mistake: 'what has moved in another store is not listed in the store that is asked for',
    edits: [
      {
        in: 'unmovedPlaces',
        find: 'storeId ? ownStore : undefined',
        replace: 'storeId && !ownStore ? ownStore : undefined',
      },
    ],
    noticedBy: ['test/hub/inventory/stock.test.ts'],
    test: 'has what never moved once',
  },
  {
    name: 'blind-count-sees',
    mistake: 'who counts blind is shown what the books expect',
    edits: [{ in: 'expectedNow', find: "header.countMode === 'Blind' || ", replace: '' }],
    noticedBy: ['test/hub/inventory/counts.test.ts'],
    test: 'hides in a blind one',
  },
  {
    name: 'expected-at-the-date-of-the-document',
    mistake: 'a draft of a count shows what the books expect at its own date, whenever the line was counted',
    edits: [{ in: 'expectedNow', find: 'countedAt ?? header.date', replace: 'header.date ?? countedAt' }],
    noticedBy: ['test/hub/inventory/counts.test.ts'],
    test: 'shows in the draft what the books expect',
  },
  {
    name: 'full-count-of-now',
    mistake: 'a full count asks for what is in the store now, and not for what was there at its moment',
    edits: [
      {
        in: 'listUncounted',
        find: 'stockAsOf(tx, header.date.toISOString())',
        replace: 'stockAsOf(tx, undefined)',
      },
    ],
    noticedBy: ['test/hub/inventory/counts.test.ts'],
    test: 'does not ask for what was not there',
  },
  {
    name: 'full-count-of-all-stores',
    mistake: 'a full count sets to nothing what is in other stores',
    edits: [{ in: 'listUncounted', find: 'AND stock.store_id = ${header.storeId}', replace: '' }],
    noticedBy: ['test/hub/inventory/counts.test.ts'],
    test: 'says what was not counted',
  },
  {
    name: 'two-counts-at-once',
    mistake: 'two counts of one store and moment that are posted at once are both posted',
    edits: [
      {
        in: 'refuseSecondCount',
        find: 'await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${place}, 0))`)',
        replace: 'await tx.execute(sql`SELECT ${place}::text`)',
      },
    ],
    noticedBy: ['test/hub/inventory/counts.test.ts'],
    test: 'happens once in a store at a moment',
  },
  {
    name: 'first-of-a-moment',
    mistake: 'stock as of a moment is that before the last of several movements of one moment',
    edits: [
      {
        in: 'stockAsOf',
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
    edits: [{ in: 'whenOf', find: 'isPast: sql`<=`', replace: 'isPast: sql`<`' }],
    noticedBy: ['test/hub/inventory/stock-as-of.test.ts'],
    test: 'ends with the moment or the day',
  },
  {
    name: 'age-of-the-first-receipt',
    mistake: 'what is left in stock counts as come with the first receipt, not with the last ones',
    edits: [
      {
        in: 'findAges',
        find: 'ORDER BY movement.moment DESC, movement.seq DESC',
        replace: 'ORDER BY movement.moment, movement.seq',
      },
    ],
    noticedBy: ['test/hub/inventory/stock.test.ts'],
    test: 'tells for how many days',
  },
  {
    name: 'reserved-by-returns',
    mistake: 'drafts of returns count as reserved',
    edits: [{ in: 'sumReserved', find: 'AND NOT sale.is_return', replace: '' }],
    noticedBy: ['test/hub/inventory/stock.test.ts'],
    test: 'tells what drafts reserve',
  },
  {
    name: 'rounded-after-the-sum',
    mistake: 'the value of stock is rounded once, so that it is not the sum of what the list shows',
    edits: [
      {
        in: 'sumStock',
        find: 'sum(round(stock.quantity::numeric * price.value / 1000))',
        replace: 'round(sum(stock.quantity::numeric * price.value / 1000))',
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
        in: 'isBefore',
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
      { in: 'hub/features/inventory:isDue', find: '{ timeZone, hour', replace: "{ timeZone: 'UTC', hour" },
    ],
    noticedBy: ['test/hub/inventory/books-check.test.ts'],
    test: 'is done once a night',
  },
  {
    name: 'closed-by-the-day-of-greenwich',
    mistake: 'a day is closed that is still to come where the organization is',
    edits: [
      {
        in: 'updateSettings',
        find: 'dayOf(new Date(), current.timeZone)',
        replace: "dayOf(new Date(), 'UTC')",
      },
    ],
    noticedBy: ['test/hub/organization/settings.test.ts'],
    test: 'close days up to today',
  },
]
