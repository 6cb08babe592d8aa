import type { Plant } from '../plant.ts'

export const DOCUMENTS: readonly Plant[] = [
  {
    name: 'rate-of-greenwich',
    mistake: 'a document has the rate of the day that it is in Greenwich',
    edits: [
      {
        in: 'currencyTermsOf',
        find: 'rateOfDay(tx, currencyId, dayOf(date, own.timeZone))',
        replace: "rateOfDay(tx, currencyId, dayOf(date, 'UTC'))",
      },
    ],
    noticedBy: ['test/hub/documents/currencies.test.ts'],
    test: 'takes that of its day',
  },
  {
    name: 'overhead-not-exchanged',
    mistake: 'the overhead of a supply in another currency is taken for one in that of the organization',
    edits: [{ in: 'landedCost', find: 'own(overheadShare)', replace: 'overheadShare' }],
    noticedBy: ['test/hub/documents/currencies.test.ts'],
    test: 'has its overhead in its currency too',
  },
  {
    name: 'rate-before-the-first',
    mistake: 'a document of a day before the first known rate has that rate',
    edits: [{ in: 'ratesOfDay', find: '${currencyRates.day} <= ${day}', replace: '(${day}) IS NOT NULL' }],
    noticedBy: ['test/hub/documents/currencies.test.ts'],
    test: 'is refused before the first rate is known',
  },
  {
    name: 'anyone-passes-a-closed-period',
    mistake: 'who says so posts into a closed period, allowed or not',
    edits: [
      {
        in: 'checkMoments',
        find: "!overridePeriod || !permissions.has('period.override')",
        replace: "!overridePeriod || permissions.has('pos.sync')",
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'are posted and unposted in a closed period',
  },
  {
    name: 'history-of-one',
    mistake: 'a document keeps only the last time it was posted or unposted',
    edits: [{ in: 'withPosting', find: '...history, ', replace: '' }],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'are posted and unposted in a closed period',
  },
  {
    name: 'file-of-greenwich',
    mistake: 'a file has the days of Greenwich, so that the night sales of Almaty stand on the day before',
    edits: [{ in: 'wallClock', find: '(), timeZone)', replace: "(), 'UTC' || timeZone)" }],
    noticedBy: ['test/hub/documents/exports.test.ts'],
    test: 'tells what a supply is about',
  },
  {
    name: 'endless-numbers-again-by-year',
    mistake: 'a number that was given in this year before numbers by year were switched on is given again',
    edits: [
      {
        in: 'hub/documents/numbering:isTaken',
        find: 'AND ${yearOf} = ${year}',
        replace: 'AND ${yearOf} < ${year}',
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'are given once, whenever numbers by year',
  },
  {
    name: 'year-of-greenwich',
    mistake: 'the year of a number is that of Greenwich',
    edits: [{ in: 'numberScopeOf', find: 'dayOf(date, timeZone)', replace: "dayOf(date, 'UTC')" }],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'start over with the year',
  },
  {
    name: 'number-of-another-kind',
    mistake: 'a number that a document of another kind has counts as taken',
    edits: [
      { in: 'hub/documents/numbering:isTaken', find: 'eq(documents.type, type),', replace: 'undefined,' },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'are each kind its own',
  },
  {
    name: 'number-taken-in-another-year',
    mistake: 'a draft that moves into a year in which its number is taken keeps it',
    edits: [{ in: 'updateDocument', find: '|| scope.year !== current.header.numberYear', replace: '' }],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'are not brought into a year',
  },
  {
    name: 'out-of-a-closed-period',
    mistake: 'a draft of a closed day may be moved to an open one',
    edits: [{ in: 'updateDocument', find: ', momentsOf(current))', replace: ')' }],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'are not taken out of a closed period',
  },
  {
    name: 'into-an-archived-store',
    mistake: 'goods are transferred into a store that is archived',
    edits: [{ in: 'postDocument', find: 'storeId, header.targetStoreId', replace: 'header.storeId' }],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'move nothing into a store that is archived',
  },
  {
    name: 'counted-at-the-date',
    mistake: 'lines that were counted at a moment of their own are posted at that of the document',
    edits: [
      {
        in: 'postDocument',
        find: '({ lineNo, countedAt }) => [lineNo, countedAt ?? header.date]',
        replace: '({ lineNo }) => [lineNo, header.date]',
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'is what was counted when the line was',
  },
  {
    name: 'overdrawn-by-two-lines',
    mistake: 'two lines of a supplier return with one product are each compared with all of the supply',
    edits: [
      {
        in: 'hub/features/purchases:refuseExceeded',
        find: '(wanted.get(productId) ?? 0) + quantity',
        replace: 'quantity',
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'give no more back to a supplier',
  },
  {
    name: 'first-line-tells-the-cost',
    mistake: 'of two lines of a supply with one product the first tells its cost',
    edits: [{ in: 'setCosts', find: 'ORDER BY id, place DESC', replace: 'ORDER BY id, place' }],
    noticedBy: ['test/hub/documents/supply-prices.test.ts'],
    test: 'with one product in several lines',
  },
  {
    name: 'cost-of-an-older-supply',
    mistake: 'a supply of an earlier day that is posted later tells what a product costs now',
    edits: [
      {
        in: 'setCosts',
        find: '> ${date.toISOString()}::timestamptz',
        replace: "> ${date.toISOString()}::timestamptz + interval '100 years'",
      },
    ],
    noticedBy: ['test/hub/documents/supply-prices.test.ts'],
    test: 'leaves the cost that a later one',
  },
  {
    name: 'shelf-price-of-every-type',
    mistake: 'a supply sets the shelf price of every price type',
    edits: [{ in: 'setShelfPrices', find: 'AND price_types.is_default', replace: '' }],
    noticedBy: ['test/hub/documents/supply-prices.test.ts'],
    test: 'leaves the prices of other price types',
  },
  {
    name: 'export-by-day-alone',
    mistake: 'a file of documents goes on after the moment of the last row, past others of that moment',
    edits: [
      {
        in: 'hub/documents:listForExport',
        find: '(${documents.date}, ${documents.id}) < (${after.date.toISOString()}, ${after.id})',
        replace: '${documents.date} < ${after.date.toISOString()} AND ${after.id}::uuid IS NOT NULL',
      },
    ],
    noticedBy: ['test/hub/documents/exports.test.ts'],
    test: 'goes on where a page ended',
  },
  {
    name: 'transfers-only-from-the-store',
    mistake: 'the documents of a store leave out what was transferred into it',
    edits: [
      {
        in: 'hub/documents:filtersOf',
        find: 'or(eq(documents.storeId, storeId), eq(documents.targetStoreId, storeId))',
        replace: 'eq(documents.storeId, storeId)',
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'move nothing into a store that is archived',
  },
]
