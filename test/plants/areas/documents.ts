import type { Plant } from '../plant.ts'

export const DOCUMENTS: readonly Plant[] = [
  {
    name: 'year-of-greenwich',
    mistake: 'the year of a number is that of Greenwich',
    edits: [
      {
        file: 'hub/documents/numbering.ts',
        find: 'Number(dayOf(date, timeZone).slice(0, 4))',
        replace: "Number(dayOf(date, timeZone && 'UTC').slice(0, 4))",
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'start over with the year',
  },
  {
    name: 'number-of-another-kind',
    mistake: 'a number that a document of another kind has counts as taken',
    edits: [
      {
        file: 'hub/documents/numbering.ts',
        find: "type === 'RetailSale' ? undefined : eq(documents.type, type),",
        replace: '',
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'are each kind its own',
  },
  {
    name: 'number-taken-in-another-year',
    mistake: 'a draft that moves into a year in which its number is taken keeps it',
    edits: [
      {
        file: 'hub/documents/save-document.ts',
        find: 'if (number !== current.header.number || numberYear !== current.header.numberYear)',
        replace: 'if (number !== current.header.number)',
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'are not brought into a year',
  },
  {
    name: 'out-of-a-closed-period',
    mistake: 'a draft of a closed day may be moved to an open one',
    edits: [
      {
        file: 'hub/documents/save-document.ts',
        find: 'refuseClosedPeriod(settings, date, current.header.date)',
        replace: 'refuseClosedPeriod(settings, date)',
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'are not taken out of a closed period',
  },
  {
    name: 'into-an-archived-store',
    mistake: 'goods are transferred into a store that is archived',
    edits: [
      {
        file: 'hub/documents/post-document.ts',
        find: 'await refuseArchivedStores(tx, [header.storeId, header.targetStoreId])',
        replace: 'await refuseArchivedStores(tx, [header.storeId])',
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'move nothing into a store that is archived',
  },
  {
    name: 'counted-at-the-date',
    mistake: 'lines that were counted at a moment of their own are posted at that of the document',
    edits: [
      {
        file: 'hub/documents/post-document.ts',
        find: 'new Map(lines.map(({ lineNo, countedAt }) => [lineNo, countedAt ?? header.date]))',
        replace: 'new Map(lines.map(({ lineNo }) => [lineNo, header.date]))',
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
        file: 'hub/features/purchases/supplier-returns/refuse-exceeded.ts',
        find: 'wanted.set(productId, (wanted.get(productId) ?? 0) + quantity)',
        replace: 'wanted.set(productId, quantity)',
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'give no more back to a supplier',
  },
  {
    name: 'first-line-tells-the-cost',
    mistake: 'of two lines of a supply with one product the first tells its cost',
    edits: [
      {
        file: 'hub/features/purchases/supplies/update-prices.ts',
        find: 'ORDER BY id, place DESC',
        replace: 'ORDER BY id, place',
      },
    ],
    noticedBy: ['test/hub/documents/supply-prices.test.ts'],
    test: 'with one product in several lines',
  },
  {
    name: 'cost-of-an-older-supply',
    mistake: 'a supply of an earlier day that is posted later tells what a product costs now',
    edits: [
      {
        file: 'hub/features/purchases/supplies/update-prices.ts',
        find: 'later.moment > ${date.toISOString()}::timestamptz)',
        replace: "later.moment > ${date.toISOString()}::timestamptz + interval '100 years')",
      },
    ],
    noticedBy: ['test/hub/documents/supply-prices.test.ts'],
    test: 'leaves the cost that a later one',
  },
  {
    name: 'shelf-price-of-every-type',
    mistake: 'a supply sets the shelf price of every price type',
    edits: [
      {
        file: 'hub/features/purchases/supplies/update-prices.ts',
        find: '= ${tx.organizationId} AND price_types.is_default',
        replace: '= ${tx.organizationId}',
      },
    ],
    noticedBy: ['test/hub/documents/supply-prices.test.ts'],
    test: 'leaves the prices of other price types',
  },
  {
    name: 'export-by-day-alone',
    mistake: 'a file of documents goes on after the moment of the last row, past others of that moment',
    edits: [
      {
        file: 'hub/documents/queries.ts',
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
        file: 'hub/documents/queries.ts',
        find: 'storeId && or(eq(documents.storeId, storeId), eq(documents.targetStoreId, storeId)),',
        replace: 'storeId && eq(documents.storeId, storeId),',
      },
    ],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'move nothing into a store that is archived',
  },
]
