import type { Plant } from '../plant.ts'

export const CATALOG: readonly Plant[] = [
  {
    name: 'bundles-by-import',
    mistake: 'an import makes bundles',
    edits: [{ in: 'planImport', find: 'isNewBundle(parsed.kind, existing?.kind)', replace: 'false' }],
    noticedBy: ['test/hub/catalog/product-kind.test.ts'],
    test: 'is not that of a bundle',
  },
  {
    name: 'owes-what-is-drafted',
    mistake: 'drafts count in what a counterparty owes',
    edits: [
      {
        in: 'withTurnover',
        find: "d.counterparty_id = party.id AND d.status = 'Posted'",
        replace: 'd.counterparty_id = party.id',
      },
    ],
    noticedBy: ['test/hub/catalog/counterparties.test.ts'],
    test: 'tell what was sold to them',
  },
  {
    name: 'nobody-created-it',
    mistake: 'what an employee creates is created by nobody',
    edits: [{ in: 'nameAuthor', find: 'employeeId === null', replace: "employeeId !== ''" }],
    noticedBy: ['test/hub/catalog/standard-resources.test.ts'],
    test: 'creates, shows, changes and deletes',
  },
  {
    name: 'redirect-into-the-house',
    mistake: 'only the first address of a file is checked, not those that it redirects to',
    edits: [
      {
        in: 'fetchFile',
        find: 'await publicAddress(url, limits)',
        replace: "redirects > 0 ? '::1' : await publicAddress(url, limits)",
      },
    ],
    noticedBy: ['test/hub/catalog/import-images.test.ts'],
    test: 'are fetched after the import',
  },
  {
    name: 'mapped-address-is-public',
    mistake: 'an IPv4 address that is mapped into IPv6 counts as public',
    edits: [
      {
        in: 'placeOfRange',
        find: "range === 'unicast'",
        replace: "range === 'unicast' || range === 'ipv4Mapped'",
      },
    ],
    noticedBy: ['test/hub/catalog/import-images.test.ts'],
    test: 'does not stand at',
  },
  {
    name: 'stock-entered-by-both',
    mistake: 'of two imports at once each enters the stock that the other has entered since the plan',
    edits: [{ in: 'enterStock', find: 'present.size > 0', replace: 'present.size > 1e9' }],
    noticedBy: ['test/hub/catalog/import-stock.test.ts'],
    test: 'enter nothing twice when two come at once',
  },
  {
    name: 'number-in-dollars-as-it-stands',
    mistake: 'the minimum price of a file that is in dollars is taken as it stands',
    edits: [{ in: 'PriceExchange', find: 'exchanged[column.field] = steps', replace: 'void steps' }],
    noticedBy: ['test/hub/catalog/import-currencies.test.ts'],
    test: 'are exchanged at the rates of the request',
  },
  {
    name: 'stale-version-wins',
    mistake: 'of two who change one record the second overwrites what the first has saved',
    edits: [{ in: 'updateRecord', find: 'eq(table.version, version)', replace: 'undefined' }],
    noticedBy: ['test/hub/catalog/standard-resources.test.ts'],
    test: 'refuses a stale version',
  },
  {
    name: 'search-is-a-pattern',
    mistake: 'a percent sign that is searched for means anything',
    edits: [{ in: 'contains', find: "search.replace(/[\\\\%_]/g, '\\\\$&')", replace: 'search' }],
    noticedBy: ['test/hub/catalog/stores.test.ts'],
    test: 'are found by what is typed',
  },
  {
    name: 'deleted-with-coming-prices',
    mistake: 'a price type of which only prices to come are known is deleted with them',
    edits: [
      {
        in: 'deletePriceType',
        find: 'inArray(products.id, productsWith(tx, futurePrices, id)),',
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
        in: 'withInternalBarcode',
        find: '[...requested, ...taken.map(({ value }) => value)]',
        replace: '[...taken.map(({ value }) => value)].filter((value) => requested.size >= 0 && value)',
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
        in: 'hub/features/catalog/products:inGroup',
        find: 'child.parent_id = below.id',
        replace: 'child.parent_id = below.id AND below.id = ${id}::uuid',
      },
    ],
    noticedBy: ['test/hub/catalog/products-lists.test.ts'],
    test: 'listed with all groups above its own',
  },
  {
    name: 'minimum-of-one-store',
    mistake: 'a minimum is compared with the stock of the fullest store and not of all together',
    edits: [{ in: 'isBelowInAll', find: 'sum(s.quantity)', replace: 'max(s.quantity)' }],
    noticedBy: ['test/hub/catalog/products-lists.test.ts'],
    test: 'what all stores have of it together',
  },
  {
    name: 'put-drops-other-prices',
    mistake: 'whoever saves a product with a retail price alone takes its other prices away',
    edits: [
      {
        in: 'updateProduct',
        find: 'keptPrices(current, input)',
        replace: '(input.retailPrice === undefined ? keptPrices(current, input) : [])',
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
        in: 'hub/features/catalog/products/prices:keyOf',
        find: '`${priceTypeId} ${startsAt',
        replace: '`${startsAt',
      },
    ],
    noticedBy: ['test/hub/catalog/products-fields.test.ts'],
    test: 'gets one of each type for a moment',
  },
  {
    name: 'dry-run-stays',
    mistake: 'a dry run of a bulk change changes the products',
    edits: [
      { in: 'bulkUpdate', find: 'ROLLBACK TO SAVEPOINT dry_run', replace: 'RELEASE SAVEPOINT dry_run' },
    ],
    noticedBy: ['test/hub/catalog/products-bulk.test.ts'],
    test: 'says what a dry run would do',
  },
  {
    name: 'first-row-of-a-product',
    mistake: 'of two rows of a file for one product the first counts',
    edits: [
      {
        in: 'lastOfEach',
        find: 'last.set(key, { row, existing })',
        replace: 'last.set(key, earlier ?? { row, existing })',
      },
    ],
    noticedBy: ['test/hub/catalog/product-imports.test.ts'],
    test: 'count the last row of a product',
  },
  {
    name: 'bundle-refuses-its-file',
    mistake: 'a row for a bundle is a fault of the whole file',
    edits: [{ in: 'planImport', find: 'faults.leaveOut(parsed', replace: 'faults.add(parsed' }],
    noticedBy: ['test/hub/catalog/import-ext-csv.test.ts'],
    test: 'leave bundles out',
  },
  {
    name: 'undo-leaves-the-draft',
    mistake: 'an import that is undone leaves its draft of opening stock, and so its products',
    edits: [
      {
        in: 'hub/features/catalog:deleteMade',
        find: 'const reason =',
        replace: "if (one.kind === 'Enter') return undefined\nconst reason =",
      },
    ],
    noticedBy: ['test/hub/catalog/import-undo.test.ts'],
    test: 'takes back its draft of opening stock',
  },
  {
    name: 'zeros-lost-are-whole',
    mistake: 'a barcode without its leading zeros is taken as it stands',
    edits: [{ in: 'barcodeValues', find: 'refuseLostZeros(value)', replace: 'void value' }],
    noticedBy: ['shared/imports/cells.test.ts'],
    test: 'has lost a part in',
  },
  {
    name: 'code-shared-by-two-rows',
    mistake: 'two new products of a file may have one code',
    edits: [{ in: 'hub/features/catalog:refuseShared', find: 'rows.set(code, product.row)', replace: '' }],
    noticedBy: ['test/hub/catalog/product-imports.test.ts'],
  },
  {
    name: 'zero-is-a-price',
    mistake: 'a row with the price 0 gives a product that has none the price 0',
    edits: [
      {
        in: 'ProductPlanner.#pricesOf',
        find: '.filter(([, value]) => value !== 0)',
        replace: '',
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
        in: 'removeImage',
        find: '[oldest] = await listImages(tx, [productId])',
        replace: 'oldest = (await listImages(tx, [productId])).at(-1)',
      },
    ],
    noticedBy: ['test/hub/catalog/product-images.test.ts'],
    test: 'the oldest when it is deleted',
  },
  {
    name: 'pairing-code-for-ever',
    mistake: 'a pairing code that was made before goes on after a new one',
    edits: [{ in: 'createPairingCode', find: 'await endPairingCodes(tx, retailPointId)', replace: '' }],
    noticedBy: ['test/hub/catalog/retail-points.test.ts'],
    test: 'ends the codes before it',
  },
  {
    name: 'pairing-codes-of-the-organization',
    mistake: 'a new pairing code of one point ends those of the others',
    edits: [{ in: 'endPairingCodes', find: 'eq(pairingCodes.retailPointId, retailPointId),', replace: '' }],
    noticedBy: ['test/hub/catalog/retail-points.test.ts'],
    test: 'of one point leaves that of another',
  },
  {
    name: 'two-points-share-members',
    mistake: 'saving one retail point takes the cashiers of all others away',
    edits: [
      { in: 'replaceMembers', find: 'eq(retailPointCashiers.retailPointId, retailPointId),', replace: '' },
    ],
    noticedBy: ['test/hub/catalog/retail-points.test.ts'],
    test: 'keep their groups and cashiers when another',
  },
]
