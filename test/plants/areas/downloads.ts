import type { Plant } from '../plant.ts'

const DOWNLOAD = 'hub/features/pos/download'

export const DOWNLOADS: readonly Plant[] = [
  {
    name: 'cursor-after-the-records',
    mistake: "the snapshot file's cursor is read after its records: what changed in between never comes",
    edits: [
      {
        file: 'hub/features/pos/snapshot/build-snapshot.ts',
        find: '      const { epoch, seq, fingerprint } = await readFeedPosition(tx)\n',
        replace: '',
      },
      {
        file: 'hub/features/pos/snapshot/build-snapshot.ts',
        find: '      return { epoch, seq, fingerprint, scope, schema: DOWNLOAD_SCHEMAS.newest }\n    })',
        replace: `      return { scope, schema: DOWNLOAD_SCHEMAS.newest }
    }).then(async (rest) => ({
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
        file: 'shared/sync/digest.ts',
        find: 'return REPLICA_KINDS.flatMap((kind) => {',
        replace: 'return REPLICA_KINDS.filter((kind) => other[kind]).flatMap((kind) => {',
      },
    ],
    noticedBy: ['test/edge/digest.test.ts'],
    test: 'a kind of which the hub has none',
  },
  {
    name: 'digest-of-another-schema',
    mistake: 'two tills of different versions are told the digest of the first that asked',
    edits: [
      {
        file: `${DOWNLOAD}/replica-digest.ts`,
        find: 'epoch, seq, fingerprint, schema].join',
        replace: 'epoch, seq, fingerprint].join',
      },
    ],
    noticedBy: ['test/hub/pos/download-digest.test.ts'],
    test: 'differs between schemas',
  },
  {
    name: 'digest-of-another-price-type',
    mistake: 'two tills of different price types are told the digest of the first that asked',
    edits: [
      {
        file: `${DOWNLOAD}/replica-digest.ts`,
        find: '[tx.organizationId, scope.priceTypeId, epoch',
        replace: '[tx.organizationId, epoch',
      },
    ],
    noticedBy: ['test/hub/pos/download-digest.test.ts'],
    test: 'differs between price types and points',
  },
  {
    name: 'horizon-forgets-its-own-commit',
    mistake: 'housekeeping removes the commit on which the oldest cursors stand',
    edits: [
      {
        file: `${DOWNLOAD}/prune-feed.ts`,
        find: 'AND seq < ${horizon}',
        replace: 'AND seq <= ${horizon}',
      },
    ],
    noticedBy: ['test/hub/pos/download-feed.test.ts'],
    test: 'forgets what is older than is kept',
  },
  {
    name: 'role-changes-nobody',
    mistake: 'a role that gets or loses a permission does not reach the tills',
    edits: [
      {
        file: `${DOWNLOAD}/feed-queries.ts`,
        find: "else if (kind === 'role') changes.add('cashier', await listEmployeesOfRole(tx, id))",
        replace:
          "else if (kind === 'role') changes.add('cashier', (await listEmployeesOfRole(tx, id)).slice(0, 1))",
      },
    ],
    noticedBy: ['test/hub/pos/download-catalog.test.ts'],
    test: 'cashiers are those who work',
  },
  {
    name: 'settings-of-the-organization',
    mistake: 'a change of the organization, such as its name, does not reach the tills',
    edits: [
      {
        file: `${DOWNLOAD}/feed-queries.ts`,
        find: 'if (id === retailPointId || id === tx.organizationId) changes.add',
        replace: 'if (id === retailPointId) changes.add',
      },
    ],
    noticedBy: ['test/hub/pos/download-catalog.test.ts'],
    test: 'settings follow the organization',
  },
  {
    name: 'archived-cashier',
    mistake: 'an employee who was archived may go on signing in at the tills',
    edits: [
      {
        file: `${DOWNLOAD}/replica-source.ts`,
        find: '        eq(employees.isArchived, false),\n',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/pos/download-catalog.test.ts'],
    test: 'cashiers are those who work',
  },
  {
    name: 'next-price-of-another-type',
    mistake: 'tills are told the coming prices of all price types',
    edits: [
      {
        file: `${DOWNLOAD}/product-source.ts`,
        find: '          AND price_type_id = ${scope.priceTypeId}\n',
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
      {
        file: `${DOWNLOAD}/product-source.ts`,
        find: 'ORDER BY product_id, position',
        replace: 'ORDER BY product_id, value',
      },
    ],
    noticedBy: ['test/hub/pos/snapshot.test.ts'],
    test: 'gives a replica that only lacks settings',
  },
  {
    name: 'sold-out-stays-in-stock',
    mistake: 'tills go on with the last quantity of a product that is sold out',
    edits: [
      {
        file: 'hub/features/pos/stock/publish-stock.ts',
        find: 'IN (SELECT product_id FROM present WHERE quantity = 0)',
        replace: 'IN (SELECT product_id FROM present WHERE quantity IS NULL)',
      },
    ],
    noticedBy: ['test/hub/pos/till-stock.test.ts'],
    test: 'is told of the store of a point',
  },
  {
    name: 'coming-price-of-a-new-type',
    mistake:
      'a point that was given another price type is not sent products whose prices will differ only later',
    edits: [
      {
        file: `${DOWNLOAD}/product-source.ts`,
        find: 'AND f.price_type_id IN (${priceTypeId}, ${otherId})',
        replace: 'AND f.price_type_id IN (${priceTypeId}, ${priceTypeId})',
      },
    ],
    noticedBy: ['test/hub/pos/download-catalog.test.ts'],
    test: 'change with the price type of the point',
  },
]
