import type { Plant } from '../plant.ts'

const PRODUCTS = 'hub/features/catalog/products'
const IMPORTS = 'hub/features/catalog/product-imports'

export const CATALOG: readonly Plant[] = [
  {
    name: 'stale-version-wins',
    mistake: 'of two who change one record the second overwrites what the first has saved',
    edits: [
      {
        file: 'hub/db/records.ts',
        find: 'version === undefined ? undefined : eq(table.version, version)',
        replace: 'version === undefined ? undefined : undefined',
      },
    ],
    noticedBy: ['test/hub/catalog/standard-resources.test.ts'],
    test: 'refuses a stale version',
  },
  {
    name: 'search-is-a-pattern',
    mistake: 'a percent sign that is searched for means anything',
    edits: [
      {
        file: 'hub/db/records.ts',
        find: "search.replace(/[\\\\%_]/g, '\\\\$&')",
        replace: 'search',
      },
    ],
    noticedBy: ['test/hub/catalog/stores.test.ts'],
    test: 'are found by what is typed',
  },
  {
    name: 'deleted-with-coming-prices',
    mistake: 'a price type of which only prices to come are known is deleted with them',
    edits: [
      {
        file: 'hub/features/catalog/price-types/delete-price-type.ts',
        find: '        inArray(products.id, productsWith(tx, futurePrices, id)),\n',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/catalog/price-types.test.ts'],
    test: 'stay while a product is to have them',
  },
  {
    name: 'barcode-asked-for-twice',
    mistake: 'a barcode that the hub makes may be one that is given beside it',
    edits: [
      {
        file: `${PRODUCTS}/numbering.ts`,
        find: 'new Set([...asked, ...taken.map(({ value }) => value)])',
        replace: 'new Set([...taken.map(({ value }) => value)].filter((value) => asked.size >= 0 && value))',
      },
    ],
    noticedBy: ['test/hub/catalog/products-fields.test.ts'],
    test: 'gets one that is not asked for beside it',
  },
  {
    name: 'group-without-those-below',
    mistake: 'a filter by group leaves out what is in the groups two levels below',
    edits: [
      {
        file: `${PRODUCTS}/select-products.ts`,
        find: 'JOIN below ON child.parent_id = below.id',
        replace: 'JOIN below ON child.parent_id = below.id AND below.id = ${id}::uuid',
      },
    ],
    noticedBy: ['test/hub/catalog/products-lists.test.ts'],
    test: 'listed with all groups above its own',
  },
  {
    name: 'minimum-of-one-store',
    mistake: 'a minimum is compared with the stock of the fullest store and not of all together',
    edits: [
      {
        file: `${PRODUCTS}/prices/below-minimum.ts`,
        find: 'SELECT sum(s.quantity) FROM stock_balances s',
        replace: 'SELECT max(s.quantity) FROM stock_balances s',
      },
    ],
    noticedBy: ['test/hub/catalog/products-lists.test.ts'],
    test: 'what all stores have of it together',
  },
  {
    name: 'put-drops-other-prices',
    mistake: 'whoever saves a product with a retail price alone takes its other prices away',
    edits: [
      {
        file: `${PRODUCTS}/update-product.ts`,
        find: 'prices: edited.prices ?? keptPrices(current, input),',
        replace:
          'prices: edited.prices ?? (input.retailPrice === undefined ? keptPrices(current, input) : []),',
      },
    ],
    noticedBy: ['test/hub/catalog/products.test.ts'],
    test: 'keep what may be left out',
  },
  {
    name: 'second-price-of-a-moment',
    mistake: 'a second price for the same moment of another price type replaces the first',
    edits: [
      {
        file: `${PRODUCTS}/prices/future-prices.ts`,
        find: 'const keyOf = ({ priceTypeId, startsAt }: FuturePrice): string => `${priceTypeId} ${startsAt.getTime()}`',
        replace: 'const keyOf = ({ startsAt }: FuturePrice): string => `${startsAt.getTime()}`',
      },
    ],
    noticedBy: ['test/hub/catalog/products-fields.test.ts'],
    test: 'gets one of each type for a moment',
  },
  {
    name: 'dry-run-stays',
    mistake: 'a dry run of a bulk change changes the products',
    edits: [
      {
        file: `${PRODUCTS}/bulk-update.ts`,
        find: 'ROLLBACK TO SAVEPOINT dry_run',
        replace: 'RELEASE SAVEPOINT dry_run',
      },
    ],
    noticedBy: ['test/hub/catalog/products-bulk.test.ts'],
    test: 'says what a dry run would do',
  },
  {
    name: 'first-row-of-a-product',
    mistake: 'of two rows of a file for one product the first counts',
    edits: [
      {
        file: `${IMPORTS}/match-rows.ts`,
        find: '      last.set(key, { row, existing })',
        replace: '      last.set(key, earlier ?? { row, existing })',
      },
    ],
    noticedBy: ['test/hub/catalog/product-imports.test.ts'],
    test: 'count the last row of a product',
  },
  {
    name: 'code-shared-by-two-rows',
    mistake: 'two new products of a file may have one code',
    edits: [
      {
        file: `${IMPORTS}/shared-codes.ts`,
        find: '    rows.set(code, product.row)\n',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/catalog/product-imports.test.ts'],
  },
  {
    name: 'zero-is-a-price',
    mistake: 'a row with the price 0 gives a product that has none the price 0',
    edits: [
      {
        file: `${IMPORTS}/plan-product.ts`,
        find: 'if (value === 0 && existing?.prices[type] === undefined) told.delete(type)',
        replace: 'if (value === 0 && type === existing?.id) told.delete(type)',
      },
    ],
    noticedBy: ['test/hub/catalog/product-imports.test.ts'],
    test: 'take a price of 0 for one that is not set',
  },
  {
    name: 'image-of-another-product',
    mistake: 'when an image is deleted, the newest and not the oldest of the others becomes the main one',
    edits: [
      {
        file: 'hub/features/catalog/product-images/remove-images.ts',
        find: 'const [oldest] = await listImages(tx, [productId])',
        replace: 'const oldest = (await listImages(tx, [productId])).at(-1)',
      },
    ],
    noticedBy: ['test/hub/catalog/product-images.test.ts'],
    test: 'the oldest when it is deleted',
  },
  {
    name: 'pairing-code-for-ever',
    mistake: 'a pairing code that was made before goes on after a new one',
    edits: [
      {
        file: 'hub/features/catalog/retail-points/create-pairing-code.ts',
        find: '  await endPairingCodes(tx, retailPointId)\n',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/catalog/retail-points.test.ts'],
    test: 'ends the codes before it',
  },
  {
    name: 'pairing-codes-of-the-organization',
    mistake: 'a new pairing code of one point ends those of the others',
    edits: [
      {
        file: 'hub/features/catalog/retail-points/create-pairing-code.ts',
        find: '        eq(pairingCodes.retailPointId, retailPointId),\n',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/catalog/retail-points.test.ts'],
    test: 'of one point leaves that of another',
  },
  {
    name: 'two-points-share-members',
    mistake: 'saving one retail point takes the cashiers of all others away',
    edits: [
      {
        file: 'hub/features/catalog/retail-points/queries.ts',
        find: `        eq(retailPointCashiers.retailPointId, retailPointId),
`,
        replace: '',
      },
    ],
    noticedBy: ['test/hub/catalog/retail-points.test.ts'],
    test: 'keep their groups and cashiers when another',
  },
]
