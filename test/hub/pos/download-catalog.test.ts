import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { priceAt } from '#shared/catalog/price-at.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { DOWNLOAD_SCHEMAS, type DownloadLine, ReplicaProduct } from '#shared/sync/download.ts'
import { membersOf } from '#shared/sync/members.ts'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { addDownloadSchema } from '#test/support/download-schema.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { idsOf, TillReplica } from './till-replica.ts'

const TOMORROW = '2126-01-02T00:00:00.000Z'
const LATER = '2126-01-03T00:00:00.000Z'

describe('catalog downloads of a till', () => {
  const door = useHub()

  async function shopWithTill() {
    const shop = await signUp(door)
    const group = (await shop.api.post('/api/catalog/product-groups', { name: 'Food' })).body.id as string
    const product = await createProduct(shop, { productGroupId: group })
    const till = new TillReplica(await enrolDevice(door, shop))
    await till.sync()
    return { shop, till, group, product }
  }

  /** Commits a change by head office. `%o` stands for the organization id. */
  async function commit(shop: Organization, ...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: door.database.ownerUrl })
    await client.connect()
    const organization = `'${shop.organizationId}'::uuid`
    const sql = [...statements, 'SELECT feed_bump()'].join(';').replaceAll('%o', organization)
    await client
      .query(`BEGIN; SET LOCAL app.organization_id = ${organization.slice(0, -6)}; ${sql}; COMMIT`)
      .finally(() => client.end())
  }

  const futurePrice = (productId: string, priceTypeId: string, from: string, steps: number) =>
    `INSERT INTO future_prices (organization_id, product_id, price_type_id, starts_at, value)
     VALUES (%o, '${productId}', '${priceTypeId}', '${from}', ${steps})`
  const addPriceType = async (shop: Organization): Promise<string> =>
    (await shop.api.post('/api/catalog/price-types', { name: `Wholesale ${newId()}` })).body.id

  const putOf = (lines: DownloadLine[], id: string): unknown =>
    lines.find((line) => line.op === 'put' && line.id === id)

  describe('future prices in the download', () => {
    it('sends only future prices of the price type of the retail point', async () => {
      const { shop, till, product } = await shopWithTill()
      await commit(
        shop,
        futurePrice(product, shop.priceTypeId, LATER, 130_00),
        futurePrice(product, shop.priceTypeId, TOMORROW, 120_50),
        futurePrice(product, await addPriceType(shop), TOMORROW, 90_00),
      )
      const { lines } = await till.sync()
      expect(idsOf(lines, 'product')).toEqual([product])
      const nextPrices = [
        { from: TOMORROW, price: 120.5 },
        { from: LATER, price: 130 },
      ]
      expect(putOf(lines, product)).toMatchObject({ v: { price: 100, nextPrices } })
      await till.expectComplete()
    })

    it('removes canceled future prices from the till', async () => {
      const { shop, till, product } = await shopWithTill()
      await commit(shop, futurePrice(product, shop.priceTypeId, TOMORROW, 70_00))
      await till.sync()
      await commit(shop, 'DELETE FROM future_prices WHERE organization_id = %o')
      expect(putOf((await till.sync()).lines, product)).toMatchObject({ v: { price: 100, nextPrices: [] } })
    })

    it('applies a due price before the hub has applied it', async () => {
      const { shop, till, product } = await shopWithTill()
      const due = new Date(Date.now() - 1000).toISOString()
      await commit(shop, futurePrice(product, shop.priceTypeId, due, 70_00))
      await till.sync()
      const { price, nextPrices } = ReplicaProduct.parse(till.of('product').get(product))
      expect(priceAt(price, nextPrices, new Date())).toBe(70_00)
    })

    it('replaces future prices when the price type of the retail point changes', async () => {
      const { shop, till, product } = await shopWithTill()
      const other = await addPriceType(shop)
      await commit(
        shop,
        `INSERT INTO product_prices (organization_id, product_id, price_type_id, value)
         VALUES (%o, '${product}', '${other}', 10000)`,
        futurePrice(product, other, TOMORROW, 90_00),
      )
      await till.sync()
      await commit(
        shop,
        `UPDATE retail_points SET price_type_id = '${other}' WHERE organization_id = %o AND id = '${shop.retailPointId}'`,
      )
      const { lines } = await till.sync()
      expect(putOf(lines, product)).toMatchObject({ v: { nextPrices: [{ from: TOMORROW, price: 90 }] } })
      await till.expectComplete()
    })
  })

  describe('settings in the download', () => {
    it('sends the settings of the retail point', async () => {
      const { shop, till } = await shopWithTill()
      expect(till.of('settings').get(shop.retailPointId)).toMatchObject({
        allowDeleteLines: true,
        maxDiscountPercent: 100,
        cashRounding: 'None',
        cashRoundingStep: 0.01,
        cashRoundingAppliesTo: 'CashOnly',
        taxSystem: null,
        productGroupIds: [],
        cashierIds: [],
      })
      await commit(
        shop,
        `UPDATE retail_points SET allow_discount = false, max_discount_percent = 1250, allow_delete_lines = false,
           allow_return_from_closed_shift = false, require_cashier_choice = true, print_always = true,
           control_stock = true, only_in_stock = true, tax_system = 'Patent', cash_rounding = 'Down',
           cash_rounding_step = 500, cash_rounding_applies_to = 'All'
         WHERE organization_id = %o AND id = '${shop.retailPointId}'`,
      )
      expect(putOf((await till.sync()).lines, shop.retailPointId)).toMatchObject({
        v: {
          allowDiscount: false,
          maxDiscountPercent: 12.5,
          allowDeleteLines: false,
          allowReturnFromClosedShift: false,
          requireCashierChoice: true,
          printAlways: true,
          controlStock: true,
          onlyInStock: true,
          taxSystem: 'Patent',
          cashRounding: 'Down',
          cashRoundingStep: 5,
          cashRoundingAppliesTo: 'All',
        },
      })
    })

    it('sends only the product groups and cashiers of the retail point of the till', async () => {
      const { shop, till, group } = await shopWithTill()
      const { storeId, priceTypeId, retailPointId } = shop
      const made = await shop.api.post('/api/catalog/retail-points', { name: 'Two', storeId, priceTypeId })
      const name = (point: string) => [
        `INSERT INTO retail_point_groups VALUES (%o, '${point}', '${group}')`,
        `INSERT INTO retail_point_cashiers VALUES (%o, '${point}', '${shop.employeeId}')`,
      ]
      await commit(shop, ...name(made.body.id))
      expect((await till.sync()).lines).toEqual([])
      await commit(shop, ...name(retailPointId))
      const { lines } = await till.sync()
      expect(lines).toHaveLength(1)
      expect(putOf(lines, retailPointId)).toMatchObject({
        v: { productGroupIds: [group], cashierIds: [shop.employeeId] },
      })
      await commit(shop, `DELETE FROM retail_point_groups WHERE retail_point_id = '${retailPointId}'`)
      expect(putOf((await till.sync()).lines, retailPointId)).toMatchObject({ v: { productGroupIds: [] } })
    })

    it('sends settings with a currency created by the organization', async () => {
      const { shop, till } = await shopWithTill()
      const id = newId()
      await commit(
        shop,
        `INSERT INTO organization_currencies (organization_id, id, name, code, iso_code)
         VALUES (%o, '${id}', 'Points', '999', 'XPT')`,
        `UPDATE price_types SET currency_id = '${id}' WHERE organization_id = %o AND id = '${shop.priceTypeId}'`,
        `UPDATE retail_points SET address = 'Here' WHERE organization_id = %o`,
      )
      expect(putOf((await till.sync()).lines, shop.retailPointId)).toMatchObject({
        v: { currencyCode: 'XPT', currencySymbol: 'XPT' },
      })
    })
  })

  describe('price types in the download', () => {
    it('sends new and changed price types with their currency, and removes deleted ones', async () => {
      const { shop, till } = await shopWithTill()
      expect(till.of('priceType').get(shop.priceTypeId)).toMatchObject({
        isDefault: true,
        currencyCode: 'KZT',
        currencySymbol: '₸',
      })
      const id = await addPriceType(shop)
      expect(idsOf((await till.sync()).lines)).toEqual([id])
      await commit(shop, `UPDATE price_types SET name = 'Retail' WHERE id = '${id}' AND organization_id = %o`)
      expect((await till.sync()).lines).toMatchObject([{ t: 'priceType', id, v: { name: 'Retail' } }])
      await shop.api.delete(`/api/catalog/price-types/${id}`)
      expect((await till.sync()).lines).toEqual([{ t: 'priceType', op: 'del', id }])
      await till.expectComplete()
    })

    it('sends only the price types of a changed currency', async () => {
      const { shop, till } = await shopWithTill()
      const [euro, other] = [newId(), newId()]
      await commit(
        shop,
        `INSERT INTO organization_currencies (organization_id, id, name, code, iso_code)
         VALUES (%o, '${euro}', 'Points', '999', 'XPT')`,
        `INSERT INTO price_types (organization_id, id, name, sort_order, is_default, currency_id)
         VALUES (%o, '${other}', 'In points', 9, false, '${euro}')`,
      )
      await till.sync()
      await commit(
        shop,
        `UPDATE organization_currencies SET symbol = 'P' WHERE id = '${euro}' AND organization_id = %o`,
      )
      const { lines } = await till.sync()
      expect(idsOf(lines, 'priceType')).toEqual([other])
      expect(till.of('priceType').get(other)).toMatchObject({ currencyCode: 'XPT', currencySymbol: 'P' })
      await till.expectComplete()
    })
  })

  describe('VAT rates in the download', () => {
    const owner = async (sql: string): Promise<void> => {
      const client = new pg.Client({ connectionString: door.database.ownerUrl })
      await client.connect()
      await client.query(sql).finally(() => client.end())
    }

    it('sends the VAT rates of the country with their first and last days', async () => {
      const { till } = await shopWithTill()
      const standard = [...till.of('vatRate').values()].filter(
        (rate) => 'kind' in rate && rate.kind === 'Standard',
      )
      expect(standard).toHaveLength(2)
      expect(standard).toContainEqual({
        rate: 12,
        kind: 'Standard',
        validFrom: '2009-01-01',
        validTo: '2025-12-31',
      })
      expect(standard).toContainEqual({ rate: 16, kind: 'Standard', validFrom: '2026-01-01', validTo: null })
    })

    it('sends changed VAT rates only to the tills of their country', async () => {
      const [one, two] = [await shopWithTill(), await shopWithTill()]
      const abroad = newId()
      const id = newId()
      await owner(
        `INSERT INTO vat_rates VALUES ('${id}', 'KZ', 1750, 'Standard', '2031-01-01', NULL),
         ('${abroad}', 'GB', 2250, 'Standard', '2031-01-01', NULL)`,
      )
      for (const { till } of [one, two]) {
        const { lines } = await till.sync()
        expect(lines).toMatchObject([
          { t: 'vatRate', op: 'put', id, v: { rate: 17.5, validFrom: '2031-01-01' } },
        ])
      }
      await owner(`DELETE FROM vat_rates WHERE id IN ('${id}', '${abroad}')`)
      expect((await one.till.sync()).lines).toEqual([{ t: 'vatRate', op: 'del', id }])
      await one.till.expectComplete()
    })
  })

  describe('promotions and loyalty programs', () => {
    const TENTH = { name: 'A tenth off', kind: 'PercentDiscount', effect: { percent: 10 } }

    it('sends only changed promotions and programs, and removes deleted ones', async () => {
      const { shop, till, product } = await shopWithTill()
      const { body: program } = await shop.api.post('/api/loyalty/programs', {
        name: 'Regulars',
        kind: 'Accumulative',
        levels: [{ fromAmount: 100.5, percent: 5 }],
      })
      const conditions = { productIds: [product], minQuantity: 1.5 }
      const { body: promotion } = await shop.api.post('/api/promotions', { ...TENTH, conditions })
      const { lines, footer } = await till.sync({ digest: 'true' })
      expect(idsOf(lines).sort()).toEqual([program.id, promotion.id].sort())
      expect(till.of('promotion').get(promotion.id)).toMatchObject({
        name: 'A tenth off',
        isActive: true,
        kind: 'PercentDiscount',
        priority: 0,
        conditions,
        effect: { percent: 10, amount: null },
      })
      expect(till.of('program').get(program.id)).toMatchObject({
        name: 'Regulars',
        kind: 'Accumulative',
        levels: [{ fromAmount: 100.5, percent: 5 }],
      })
      expect(footer.digest).toEqual(till.digest())
      await till.expectComplete()
      expect((await shop.api.delete(`/api/promotions/${promotion.id}`)).status).toBeLessThan(300)
      expect((await till.sync()).lines).toEqual([{ t: 'promotion', op: 'del', id: promotion.id }])
      await till.expectComplete()
    })

    it('sends promotions only to tills of their organization', async () => {
      const [one, two] = [await shopWithTill(), await shopWithTill()]
      await two.shop.api.post('/api/promotions', TENTH)
      expect((await one.till.sync()).lines).toEqual([])
      expect((await two.till.sync()).lines).toHaveLength(1)
    })

    it('sends the discount strategy to tills', async () => {
      const { shop, till } = await shopWithTill()
      const before = (await shop.api.get('/api/organization/settings')).body
      await shop.api.put('/api/organization/settings', { ...before, discountStrategy: 'ByPriority' })
      await till.sync()
      expect([...till.of('settings').values()]).toMatchObject([{ discountStrategy: 'ByPriority' }])
    })
  })

  describe('customers in the download', () => {
    const setSync = (shop: Organization, isOn: boolean) =>
      commit(
        shop,
        `UPDATE retail_points SET sync_customers = ${isOn} WHERE organization_id = %o AND id = '${shop.retailPointId}'`,
      )
    const addCustomer = async (shop: Organization, values: object = {}): Promise<string> =>
      (await shop.api.post('/api/catalog/counterparties', { name: 'Dana', ...values })).body.id

    it('sends customers with the fields that tills use when the retail point synchronizes customers', async () => {
      const { shop, till } = await shopWithTill()
      const dana = await addCustomer(shop, {
        kind: 'Individual',
        phone: '8 701 234 56 78',
        email: 'dana@shop.example',
        tags: ['regular'],
        birthDate: '1990-05-06',
        actualAddress: 'Abay 1',
        description: 'Late payer',
      })
      expect((await till.sync()).lines).toEqual([])
      await setSync(shop, true)
      await till.sync()
      expect([...till.of('customer')]).toEqual([
        [
          dana,
          {
            name: 'Dana',
            phone: '8 701 234 56 78',
            phoneNumber: '+77012345678',
            email: 'dana@shop.example',
            tags: ['regular'],
          },
        ],
      ])
      await till.expectComplete()
      const { footer } = await till.sync({ digest: 'true' })
      expect(footer.digest).toEqual(till.digest())
      await setSync(shop, false)
      await till.sync()
      expect(till.of('customer').size).toBe(0)
      await till.expectComplete()
    })

    it('sends only new and changed customers, and removes archived, deleted and former ones', async () => {
      const { shop, till } = await shopWithTill()
      await setSync(shop, true)
      await till.sync()
      const ids = [
        await addCustomer(shop),
        await addCustomer(shop),
        await addCustomer(shop),
        await addCustomer(shop),
      ]
      expect(idsOf((await till.sync()).lines)).toEqual(ids.toSorted())
      const [archived, former, deleted, kept] = ids
      await commit(
        shop,
        `UPDATE counterparties SET is_archived = true WHERE organization_id = %o AND id = '${archived}'`,
        `UPDATE counterparties SET is_customer = false WHERE organization_id = %o AND id = '${former}'`,
      )
      await shop.api.delete(`/api/catalog/counterparties/${deleted}`)
      await till.sync()
      expect([...till.of('customer').keys()]).toEqual([kept])
      await till.expectComplete()
    })

    it('sends customers only to retail points of their organization that synchronize customers', async () => {
      const [one, two] = [await shopWithTill(), await shopWithTill()]
      const { storeId, priceTypeId } = one.shop
      const body = { name: 'Two', storeId, priceTypeId, syncCustomers: true }
      const point = (await one.shop.api.post('/api/catalog/retail-points', body)).body.id as string
      const wanting = new TillReplica(await enrolDevice(door, { ...one.shop, retailPointId: point }))
      await setSync(two.shop, true)
      await addCustomer(two.shop)
      const id = await addCustomer(one.shop)
      const [with_, without] = [
        await wanting.sync({ digest: 'true' }),
        await one.till.sync({ digest: 'true' }),
      ]
      expect(idsOf(with_.lines, 'customer')).toEqual([id])
      expect(idsOf(without.lines, 'customer')).toEqual([])
      expect(with_.footer.digest).toEqual(wanting.digest())
      expect(without.footer.digest).toEqual(one.till.digest())
    })

    it('wakes waiting tills only for customers that they store and for fields that they use', async () => {
      const { shop, till } = await shopWithTill()
      const other = new TillReplica(await enrolDevice(door, shop))
      const id = await addCustomer(shop)
      const supplier = await addCustomer(shop, { isCustomer: false, isSupplier: true })
      await setSync(shop, true)
      await till.sync()
      const { storeId, priceTypeId } = shop
      const point = (await shop.api.post('/api/catalog/retail-points', { name: 'Two', storeId, priceTypeId }))
        .body.id as string
      const without = new TillReplica(await enrolDevice(door, shop, point))
      for (const each of [till, other, without]) await each.sync()
      const update = (of: string, set: string) =>
        commit(shop, `UPDATE counterparties SET ${set} WHERE organization_id = %o AND id = '${of}'`)
      await update(supplier, `name = 'Mill', email = 'mill@shop.example'`)
      await update(id, `description = 'Pays late'`)
      const { cursor } = other
      await other.sync()
      expect(other.cursor).toBe(cursor)
      let isAnswered = false
      const waiting = without.sync({ wait: '6' }).then(() => {
        isAnswered = true
      })
      const woken = till.sync({ wait: '25' })
      await update(id, `name = 'Dina'`)
      expect(idsOf((await woken).lines)).toEqual([id])
      expect(isAnswered).toBe(false)
      await waiting
      await update(supplier, 'is_customer = true')
      await till.sync()
      await till.expectComplete()
    })
  })

  it('sends new kinds of records to a till that upgrades its schema', async () => {
    addDownloadSchema({ priceType: 'all', vatRate: 'all' })
    const { shop, till } = await shopWithTill()
    const old = new TillReplica(await enrolDevice(door, shop))
    const first = await old.sync({ schema: '1' })
    expect(idsOf([...first.lines, ...(await old.sync({ schema: '1' })).lines], 'priceType')).toEqual([])
    await commit(shop, `UPDATE price_types SET sort_order = 3 WHERE organization_id = %o`)
    expect(idsOf((await old.sync({ schema: '1' })).lines)).toEqual([shop.retailPointId])
    await old.sync()
    await till.sync()
    expect(old.of('priceType')).toEqual(till.of('priceType'))
    expect(old.of('vatRate')).toEqual(till.of('vatRate'))
  })

  it('sends the settings when the organization is renamed', async () => {
    const { shop, till } = await shopWithTill()
    await commit(shop, `UPDATE organizations SET name = 'Renamed' WHERE id = %o`)
    expect(putOf((await till.sync()).lines, shop.retailPointId)).toMatchObject({
      v: { organizationName: 'Renamed' },
    })
  })

  it('sends only active employees who may sell, and follows changes of their role', async () => {
    const { shop, till } = await shopWithTill()
    const [ann, bob, cid] = [newId(), newId(), newId()]
    const hired = [ann, bob, cid].map(
      (id) => `
        INSERT INTO employees (organization_id, id, last_name, role_id, pos_pin_hash)
        SELECT %o, '${id}', 'X', id, '$argon2id$' FROM employee_roles
        WHERE organization_id = %o AND name = 'Cashier'`,
    )
    const cashiers = async () => {
      await till.sync()
      return [ann, bob, cid].filter((id) => till.of('cashier').has(id))
    }
    await commit(shop, ...hired)
    expect(await cashiers()).toEqual([ann, bob, cid])
    await commit(shop, `UPDATE employees SET is_archived = true WHERE id = '${ann}'`)
    expect(await cashiers()).toEqual([bob, cid])
    const cashierRole = `WHERE organization_id = %o AND name = 'Cashier'`
    await commit(
      shop,
      `UPDATE employee_roles SET permissions = array_remove(permissions, 'pos.sell') ${cashierRole}`,
    )
    expect(await cashiers()).toEqual([])
    await commit(
      shop,
      `UPDATE employee_roles SET permissions = array_append(permissions, 'pos.sell') ${cashierRole}`,
    )
    expect(await cashiers()).toEqual([bob, cid])
    await till.expectComplete()
  })

  it('sends product groups and products with their VAT rates', async () => {
    const { shop, till, group, product } = await shopWithTill()
    await commit(
      shop,
      `UPDATE product_groups SET vat_rate = 1050, use_parent_vat = false WHERE id = '${group}'`,
      `UPDATE products SET use_group_vat = true, vat_rate = 2000 WHERE id = '${product}'`,
    )
    const { lines } = await till.sync()
    expect(putOf(lines, group)).toMatchObject({ v: { vatRate: 10.5, useParentVat: false } })
    expect(putOf(lines, product)).toMatchObject({ v: { vatRate: 20, useGroupVat: true } })
  })

  it('computes the same digest as the till for records with future prices', async () => {
    const { shop, till, group, product } = await shopWithTill()
    await commit(
      shop,
      futurePrice(product, shop.priceTypeId, TOMORROW, 120_50),
      `UPDATE product_groups SET vat_rate = 0 WHERE id = '${group}'`,
      `INSERT INTO retail_point_groups VALUES (%o, '${shop.retailPointId}', '${group}')`,
    )
    const { footer } = await till.sync({ digest: 'true' })
    expect(footer.digest).toEqual(till.digest())
  })

  describe('a till of schema 1', () => {
    const membersSent = (till: TillReplica) =>
      (['settings', 'unit', 'group', 'product', 'cashier'] as const).map((kind) => [
        kind,
        Object.keys(must(till.of(kind).values().next().value)).sort(),
      ])
    const membersKnown = (schema: number) =>
      (['settings', 'unit', 'group', 'product', 'cashier'] as const).map((kind) => [
        kind,
        membersOf(kind, schema).sort(),
      ])

    /** Members of a later schema, at least one of each kind that `membersSent` reads, and a whole kind. */
    const LATER = {
      settings: ['productGroupIds'],
      group: ['vatRate', 'useParentVat'],
      product: ['nextPrices', 'thumbUrl'],
      cashier: ['limits'],
      vatRate: 'all',
    } as const

    it('receives only the record kinds and fields of schema 1, with a matching digest', async () => {
      addDownloadSchema(LATER)
      const { shop, group, product } = await shopWithTill()
      const old = new TillReplica(await enrolDevice(door, shop))
      const first = await old.sync({ schema: '1', digest: 'true' })
      expect(first.header).toMatchObject({ kind: 'snapshot', schema: 1 })
      expect(membersSent(old)).toEqual(membersKnown(1))
      expect(first.footer.digest).toEqual(old.digest())
      await commit(
        shop,
        futurePrice(product, shop.priceTypeId, TOMORROW, 120_00),
        `INSERT INTO retail_point_groups VALUES (%o, '${shop.retailPointId}', '${group}')`,
      )
      const next = await old.sync({ schema: '1', digest: 'true' })
      expect(next.header).toMatchObject({ kind: 'delta', schema: 1 })
      expect(idsOf(next.lines).sort()).toEqual([product, shop.retailPointId].sort())
      expect(membersSent(old)).toEqual(membersKnown(1))
      expect(next.footer.digest).toEqual(old.digest())
    })

    it('receives the missing fields of its records after an update', async () => {
      addDownloadSchema(LATER)
      const { shop, group, product } = await shopWithTill()
      const till = new TillReplica(await enrolDevice(door, shop))
      await till.sync({ schema: '1' })
      const { lines, header } = await till.sync({ schema: String(DOWNLOAD_SCHEMAS.newest) })
      expect(header).toMatchObject({ kind: 'delta', schema: DOWNLOAD_SCHEMAS.newest })
      const known = lines.filter(({ t }) => membersOf(t, 1).length > 0)
      expect(idsOf(known).sort()).toEqual([product, group, shop.retailPointId, shop.employeeId].sort())
      expect(membersSent(till)).toEqual(membersKnown(DOWNLOAD_SCHEMAS.newest))
      await till.expectComplete()
    })
  })
})
