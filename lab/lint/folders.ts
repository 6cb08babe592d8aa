/**
 * Order of the folders of each tree, from the lowest level up. A file imports from its own folder and from folders
 * of lower levels, types included, so no circle of folders can arise. The folders of a level do not import each
 * other. A file, or a folder within a folder, may have a place of its own. `.`: the tree as a whole. A tree imports
 * no other tree but shared.
 */
export const ORDER: Record<string, readonly string[]> = {
  shared: [
    'std money search',
    'domain',
    'problems',
    'http json audit-log imports loyalty catalog',
    'sync',
    'pricing',
    'barcodes documents',
    'contracts',
    'flags receipts replica',
    'ui',
  ],
  hub: [
    'db',
    'config core.ts day-sums',
    'secrets files ledger',
    'auth limits foreign-files',
    'context.ts jobs',
    'integrations',
    'http',
    'print exports',
    'documents',
    'features/uploads features/work-items',
    'features/catalog',
    'features/inventory features/loyalty features/purchases',
    'features/reports',
    'features/sales features/dashboard',
    'features/pos',
    'features/fleet',
    'features/connections',
    'features/operations',
    'features/account',
    'features/organization',
    'features/platform',
    'features/data',
    'mail-composers.ts',
    'app.ts',
    'hub.ts',
    'programs',
  ],
  'hub/console': ['.'],
  edge: [
    'sqlite clock.ts version.ts',
    'troubles.ts',
    'files',
    'device tls',
    'replica journal',
    'sync devices',
    'config',
    'context.ts',
    'in-training.ts http',
    'features',
    'app.ts listen.ts',
    'agent.ts',
    'start-agent.ts',
    'main.ts',
  ],
  'edge/till': ['.'],
  desktop: ['.'],
}

/** Files that name the parts of a whole program: their types come from all folders. */
export const ASSEMBLIES: readonly string[] = ['hub/context.ts', 'edge/context.ts']

/**
 * Files that other features of the hub may import, by feature, without `.ts`; all others are private to their
 * feature. Routes are assembled in hub/app.ts and jobs in hub/hub.ts, which may import every file.
 */
export const PUBLIC: Record<string, string> = {
  account: `
    address/mailed-link password/forgot-password second-factor/remove-factor sessions/sessions
    sign-on/providers signup/defaults signup/sign-up
  `,
  catalog: `
    counterparties/phone-number counterparties/queries counterparties/save-counterparty
    counterparties/tax-id price-types/save-price-type product-groups/group-paths product-groups/present
    product-groups/queries product-groups/save-group product-images/add-image product-images/queries
    product-images/remove-images product-images/write-variants product-imports/apply/made-records
    product-imports/apply/queue-import product-imports/images/fetch-images product-imports/import-input
    product-imports/plan/preview-import product-imports/read/store-file products/create-product products/packs/packs products/prices/below-cost
    products/prices/below-minimum products/prices/recalculate-retail products/search/quick-search
    products/select-products retail-points/pairing-code stores/save-store units-of-measure/present
    units-of-measure/queries
  `,
  connections:
    'messenger/binding messenger/compose messenger/organization-facts messenger/trouble messenger/words',
  fleet: 'devices/alerts devices/revoke-device',
  inventory: `
    books-check/queries inventories/inventory losses/loss stock/days-in-stock stock/places
    stock/stock-as-of transfers/transfer
  `,
  loyalty: `
    cards/issue-card cards/look-up-card cards/queries programs/present programs/save-program
    promotions/present promotions/save-promotion vouchers/earlier-payments vouchers/queries
    vouchers/voucher-load
  `,
  operations: 'audit-log/present audit-log/queries jobs/present',
  organization:
    'employees/invitation/invite employees/present employees/queries employees/routes owner/hand-over',
  pos: 'enrolment/series upload/post-upload upload/read-upload upload/receive-upload',
  purchases: 'supplies/supply',
  reports: 'divide profit/profit-report sold/names sold/read-groups sold/report stock/stock-report',
  sales: `
    cash-movements/book-cash-movements fiscal/cash-operations fiscal/fiscal-of-sales
    fiscal/leave-cash-boxes fiscal/read-fiscal-receipts fiscal/retry-hub-faults fiscal/unmade-receipts
    receipts/link-receipts receipts/mail-receipts retail/uploaded/book-uploaded-sales shifts/book-shift
    till-events/book-till-events uploaded-record
  `,
  uploads: 'image-files',
  'work-items': 'claim-work-item open-work-item settle-work-item',
}
