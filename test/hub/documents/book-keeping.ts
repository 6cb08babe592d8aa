import pg from 'pg'
import { must } from '#shared/std/must.ts'
import { createProduct } from '#test/support/device.ts'
import { type ApiClient, type Organization, signUp, type TestHub } from '#test/support/hub.ts'

/** Organization with two stores, a supplier and a product, for tests of documents. */
export interface Office {
  organization: Organization
  api: ApiClient
  store: string
  otherStore: string
  supplier: string
  tea: string
  /** Foreign currency without an exchange rate. */
  dollar: string
  /** Returns the ids that every document of the given kind requires. */
  header(base: string): Record<string, unknown>
}

export const BASES = {
  supply: '/api/purchases/supplies',
  supplierReturn: '/api/purchases/supplier-returns',
  demand: '/api/sales/demands',
  enter: '/api/inventory/enters',
  loss: '/api/inventory/losses',
  transfer: '/api/inventory/transfers',
  inventory: '/api/inventory/inventories',
} as const

export async function openOffice(door: TestHub): Promise<Office> {
  const organization = await signUp(door)
  const { api, storeId: store } = organization
  const other = await api.post('/api/catalog/stores', { name: 'Other store' })
  const supplier = await firstCounterparty(door, organization)
  const tea = await createProduct(organization, { name: 'Tea' })
  const dollar = (await api.get('/api/catalog/currencies?search=USD')).body.items[0].id
  return {
    organization,
    api,
    store,
    otherStore: other.body.id,
    supplier,
    tea,
    dollar,
    header: (base) => ({
      ...(base === BASES.transfer
        ? { sourceStoreId: store, targetStoreId: other.body.id }
        : { storeId: store }),
      ...(/supplies|supplier-returns|demands/.test(base) && { counterpartyId: supplier }),
    }),
  }
}

async function firstCounterparty(door: TestHub, { organizationId }: Organization): Promise<string> {
  const client = new pg.Client({ connectionString: door.database.ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query('SELECT id FROM counterparties WHERE organization_id = $1', [
      organizationId,
    ])
    return must(rows[0]).id
  } finally {
    await client.end()
  }
}

/** Returns the quantity and the average cost of a product in a store. */
export async function stockOf({ api, tea }: Office, storeId: string, productId = tea) {
  const { body } = await api.get(`/api/inventory/stock?productId=${productId}&storeId=${storeId}`)
  const [row] = body.items
  return row ? { quantity: row.quantity, averageCost: row.averageCost } : { quantity: 0, averageCost: 0 }
}
