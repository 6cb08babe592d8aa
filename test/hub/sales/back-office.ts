import pg from 'pg'
import { newId } from '#shared/std/ids.ts'
import { createProduct } from '#test/support/device.ts'
import { type Answer, type ApiClient, type Organization, signUp, type TestHub } from '#test/support/hub.ts'

export const SALES = '/api/sales/retail'

interface Line {
  productId?: string
  quantity?: number
  price?: number
  [member: string]: unknown
}

/** A shop with a back office and 10 pieces of tea in stock at a cost of 60 each. */
export interface BackOffice {
  shop: Organization
  api: ApiClient
  tea: string
  /** Returns a request body for a sale, by default of one tea at 100 paid in cash. */
  sale(lines?: Line[], more?: object): Record<string, unknown> & { lines: Line[] }
  /** Creates a draft sale. */
  draft(lines?: Line[], more?: object): Promise<Answer['body']>
  post(id: string): Promise<Answer>
  /** Creates and posts a sale. */
  sell(lines?: Line[], more?: object): Promise<Answer['body']>
  receive(quantity: number, cost: number, productId?: string): Promise<void>
  stock(productId?: string): Promise<{ quantity: number; averageCost: number }>
  set(settings: string): Promise<void>
  /** Executes a statement directly on the database, to simulate data of an earlier version. */
  write(statement: string): Promise<void>
}

export async function openBackOffice(door: TestHub, overrides: object = {}): Promise<BackOffice> {
  const shop = await signUp(door, { timeZone: 'Asia/Almaty', ...overrides })
  const { api, storeId } = shop
  const tea = await createProduct(shop, { name: 'Tea' })
  const done = (answer: Answer, status: number) => {
    if (answer.status !== status) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  const office: BackOffice = {
    shop,
    api,
    tea,
    sale: (lines = [{}], more = {}) => {
      const full = lines.map((line) => ({ productId: tea, quantity: 1, price: 100, ...line }))
      const sum = full.reduce((total, { quantity, price }) => total + quantity * price, 0)
      return { storeId, lines: full, payments: sum > 0 ? [{ type: 'Cash', amount: sum }] : [], ...more }
    },
    draft: async (lines, more) => done(await api.post(SALES, office.sale(lines, more)), 201),
    post: (id) => api.post(`${SALES}/${id}/post`),
    sell: async (lines, more) => done(await office.post((await office.draft(lines, more)).id), 200),
    receive: async (quantity, price, productId = tea) => {
      const date = '2026-01-01T00:00:00Z'
      const body = { id: newId(), storeId, date, lines: [{ productId, quantity, price }] }
      done(await api.post('/api/inventory/enters', body), 201)
      done(await api.post(`/api/inventory/enters/${body.id}/post`), 200)
    },
    stock: async (productId = tea) => {
      const { items } = (await api.get(`/api/inventory/stock?productId=${productId}`)).body
      return { quantity: items[0]?.quantity ?? 0, averageCost: items[0]?.averageCost ?? 0 }
    },
    set: (settings) =>
      office.write(
        `UPDATE organization_settings SET ${settings} WHERE organization_id = '${shop.organizationId}'`,
      ),
    write: async (statement) => {
      const client = new pg.Client({ connectionString: door.database.ownerUrl })
      await client.connect()
      await client.query(`
        BEGIN; SET LOCAL app.organization_id = '${shop.organizationId}';
        ${statement};
        SELECT feed_bump(); COMMIT`)
      await client.end()
    },
  }
  await office.receive(10, 60)
  return office
}

export const codesOf = (flags: { code: string }[]): string[] => flags.map(({ code }) => code)
