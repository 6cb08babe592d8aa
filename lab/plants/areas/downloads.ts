import type { Plant } from '../plant.ts'

export const DOWNLOADS: readonly Plant[] = [
  {
    name: 'cursor-after-the-records',
    mistake: "the snapshot file's cursor is read after its records: what changed in between never comes",
    edits: [
      { in: 'fill', find: 'const { epoch, seq, fingerprint } = await readFeedPosition(tx)', replace: '' },
      {
        in: 'fill',
        find: 'return { epoch, seq, fingerprint, scope, schema: DOWNLOAD_SCHEMAS.newest } })',
        replace: `return { scope, schema: DOWNLOAD_SCHEMAS.newest } }).then(async (rest) => ({
  ...(await new Database(pool).read(order.organizationId, (tx) => readFeedPosition(tx))),
  ...rest,
}))`,
      },
    ],
    noticedBy: ['test/hub/pos/snapshot.test.ts'],
    test: 'what changed while it was made',
  },
  {
    name: 'hub-has-none-of-a-kind',
    mistake: "a kind of which the hub has none is left out of the digest's comparison",
    edits: [
      {
        in: 'differingBuckets',
        find: 'REPLICA_KINDS.flatMap',
        replace: 'REPLICA_KINDS.filter((kind) => other[kind]).flatMap',
      },
    ],
    noticedBy: ['test/edge/sync/digest.test.ts'],
    test: 'a kind of which the hub has none',
  },
  {
    name: 'digest-of-another-schema',
    mistake: 'two tills of different versions are told the digest of the first that asked',
    edits: [{ in: 'ReplicaDigests.digest', find: 'fingerprint, schema', replace: 'fingerprint' }],
    noticedBy: ['test/hub/pos/download-digest.test.ts'],
    test: 'differs between schemas',
  },
  {
    name: 'digest-of-another-price-type',
    mistake: 'two tills of different price types are told the digest of the first that asked',
    edits: [{ in: 'ReplicaDigests.digest', find: 'scope.priceTypeId, epoch', replace: 'epoch' }],
    noticedBy: ['test/hub/pos/download-digest.test.ts'],
    test: 'differs between price types and points',
  },
  {
    name: 'horizon-forgets-its-own-commit',
    mistake: 'housekeeping removes the commit on which the oldest cursors stand',
    edits: [{ in: 'pruneBatch', find: 'AND seq < ${horizon}', replace: 'AND seq <= ${horizon}' }],
    noticedBy: ['test/hub/pos/download-feed.test.ts'],
    test: 'forgets what is older than is kept',
  },
  {
    name: 'pages-end-where-they-are-read',
    mistake: 'a client that pages misses what changes behind it while it pages',
    edits: [
      {
        in: 'readPage',
        find: 'return readAll(tx, end, limit, page)',
        replace: 'return readAll(tx, begin, limit, page)',
      },
    ],
    noticedBy: ['test/hub/pos/download-pages.test.ts'],
    test: 'loses nothing that changes between two pages',
  },
  {
    name: 'archived-customers',
    mistake: 'tills keep the personal data of customers who were archived',
    edits: [
      {
        in: 'heldCustomers',
        find: 'eq(counterparties.isArchived, false),',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/pos/download-catalog.test.ts'],
    test: 'come one by one, and go',
  },
  {
    name: 'vat-rates-of-all-countries',
    mistake: 'tills are told the VAT rates of other countries too',
    edits: [
      {
        in: 'loadVatRates',
        find: 'eq(organizations.country, vatRates.country)',
        replace: 'eq(vatRates.id, vatRates.id)',
      },
    ],
    noticedBy: ['test/hub/pos/download-catalog.test.ts'],
    test: 'are those of the country',
  },
  {
    name: 'role-changes-nobody',
    mistake: 'a role that gets or loses a permission does not reach the tills',
    edits: [
      {
        in: 'listChanges',
        find: 'await listEmployeesOfRole(tx, id)',
        replace: '(await listEmployeesOfRole(tx, id)).slice(0, 1)',
      },
    ],
    noticedBy: ['test/hub/pos/download-catalog.test.ts'],
    test: 'cashiers are those who work',
  },
  {
    name: 'settings-of-the-organization',
    mistake: 'a change of the organization, such as its name, does not reach the tills',
    edits: [{ in: 'listChanges', find: '|| id === tx.organizationId', replace: '' }],
    noticedBy: ['test/hub/pos/download-catalog.test.ts'],
    test: 'settings follow the organization',
  },
  {
    name: 'archived-cashier',
    mistake: 'an employee who was archived may go on signing in at the tills',
    edits: [{ in: 'loadCashiers', find: 'eq(employees.isArchived, false),', replace: '' }],
    noticedBy: ['test/hub/pos/download-catalog.test.ts'],
    test: 'cashiers are those who work',
  },
  {
    name: 'next-price-of-another-type',
    mistake: 'tills are told the coming prices of all price types',
    edits: [
      {
        in: 'hub/features/pos:loadNextPrices',
        find: 'AND price_type_id = ${scope.priceTypeId}',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/pos/download-catalog.test.ts'],
    test: 'are those of the price type of its point',
  },
  {
    name: 'barcodes-by-value',
    mistake: 'the barcodes of a product come in the order of their digits, so another one is the first',
    edits: [
      { in: 'loadBarcodes', find: 'ORDER BY product_id, position', replace: 'ORDER BY product_id, value' },
    ],
    noticedBy: ['test/hub/pos/snapshot.test.ts'],
    test: 'gives a replica that only lacks settings',
  },
  {
    name: 'sold-out-stays-in-stock',
    mistake: 'tills go on with the last quantity of a product that is sold out',
    edits: [{ in: 'tell', find: 'WHERE quantity = 0', replace: 'WHERE quantity IS NULL' }],
    noticedBy: ['test/hub/pos/till-stock.test.ts'],
    test: 'is told of the store of a point',
  },
  {
    name: 'coming-price-of-a-new-type',
    mistake:
      'a point that was given another price type is not sent products whose prices will differ only later',
    edits: [
      {
        in: 'listProductsOfOtherPrice',
        find: '${priceTypeId}, ${otherId}',
        replace: '${priceTypeId}, ${priceTypeId}',
      },
    ],
    noticedBy: ['test/hub/pos/download-catalog.test.ts'],
    test: 'change with the price type of the point',
  },
  {
    name: 'return-elsewhere-not-told',
    mistake: 'what comes back in another store is not told to the store that sold it',
    edits: [
      {
        in: 'hub/features/pos/receipts:publish',
        find: 'await notePlacesElsewhere(tx, storeId, saleIds)',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/pos/till-receipts.test.ts'],
    test: 'what has come back in any store',
  },
  {
    name: 'unposted-return-told',
    mistake: 'tills count a return of the back office that is not posted',
    edits: [{ in: 'listSales', find: "= 'Posted' OR", replace: "<> '' OR" }],
    noticedBy: ['test/hub/pos/till-receipts.test.ts'],
    test: 'while it is posted',
  },
  {
    name: 'receipts-of-every-store',
    mistake: 'a till gets the receipts of all stores of its organization',
    edits: [{ in: 'receiptsOfStore', find: 'eq(tillReceipts.storeId, storeId)', replace: 'undefined' }],
    noticedBy: ['test/hub/pos/till-receipts.test.ts'],
    test: 'are those of their store alone',
  },
  {
    name: 'receipts-wake-every-till',
    mistake: 'the receipts of a store wake the tills of the others',
    edits: [{ in: 'FeedSignal.#wake', find: 'kind === undefined ||', replace: 'true ||' }],
    noticedBy: ['test/hub/pos/till-receipts.test.ts'],
    test: 'are those of their store alone',
  },
]
