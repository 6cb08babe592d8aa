import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from '#hub/ledger/check/check-books.ts'
import type { BooksFinding } from '#shared/contracts/inventory/books-check.ts'
import { BASES, type Office, openOffice } from '#test/hub/documents/book-keeping.ts'
import { checkedBooks } from '#test/hub/documents/books.ts'
import { done, perform, randomFrom, setRates, tellHistory } from '#test/hub/documents/histories.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'

describe('the books check', () => {
  // The file check-days.test.ts covers the check of the daily totals.
  const door = useHub({ runsJobs: false })
  let owner: pg.Client
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: door.database.ownerUrl })
    await owner.connect()
  })
  afterAll(() => owner.end())

  it('reports no findings after a history of all kinds of documents', async () => {
    const office = await openOffice(door)
    const { organizationId } = office.organization
    await owner.query(
      'UPDATE organization_settings SET allow_negative_stock = true WHERE organization_id = $1',
      [organizationId],
    )
    const repair = await createProduct(office.organization, { name: 'Repair', kind: 'Service' })
    const products = [office.tea, await createProduct(office.organization, { cost: 4 })]
    const device = await enrolDevice(door, office.organization)
    await setRates(office)
    for (const action of tellHistory(office, products, randomFrom(7), 25))
      await perform(office, device, action)
    await device.upload([device.item(saleBody(office.organization, [{ productId: repair }]))])
    await done(
      office.api.post(BASES.loss, {
        ...office.header(BASES.loss),
        lines: [{ productId: office.tea, quantity: 1 }],
      }),
    )
    const books = await checkedBooks(door, office.organization)
    expect(books).toMatchObject({ products: 3, findings: [], findingsTotal: 0 })
    const { rows } = await owner.query(
      'SELECT count(*)::int AS n FROM stock_movements WHERE organization_id = $1',
      [organizationId],
    )
    expect(books.movements).toBe(rows[0].n)
  })

  it('reports no findings for an organization without movements', async () => {
    expect(await checkedBooks(door, await signUp(door))).toEqual({
      products: 0,
      movements: 0,
      findingsTotal: 0,
      findings: [],
      pending: [],
    })
  })

  describe('the books check of a small shop', () => {
    let office: Office
    let organizationId: string
    let numbers: { loss: string; transfer: string; count: string; sale: string }
    let ids: { loss: string; transfer: string; count: string; sale: string }
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString()

    /**
     * Posts the history of the shop. It receives 10 pieces at 12, transfers 4 to the other store, sells 2,
     * writes off 1 and counts 5 where 3 are expected.
     */
    beforeAll(async () => {
      office = await openOffice(door)
      organizationId = office.organization.organizationId
      const write = async (base: string, minute: number, line: object) => {
        const lines = [{ productId: office.tea, ...line }]
        const { id, number } = await done(
          office.api.post(base, { ...office.header(base), date: at(minute), lines }),
        )
        await done(office.api.post(`${base}/${id}/post`))
        return { id, number }
      }
      await write(BASES.supply, 0, { quantity: 10, price: 12 })
      const transfer = await write(BASES.transfer, 10, { quantity: 4 })
      const device = await enrolDevice(door, office.organization)
      const sale = saleBody(office.organization, [{ productId: office.tea, quantity: 2 }], { soldAt: at(20) })
      await device.upload([device.item(sale)])
      const loss = await write(BASES.loss, 30, { quantity: 1 })
      const count = await write(BASES.inventory, 40, { countedQuantity: 5 })
      ids = { transfer: transfer.id, sale: sale.id, loss: loss.id, count: count.id }
      numbers = {
        transfer: transfer.number,
        loss: loss.number,
        count: count.number,
        sale: sale.receiptNumber,
      }
    })

    /**
     * Runs a damaging statement, checks the books, rolls the statement back and returns the findings. `$1` is
     * the organization.
     */
    async function foundAfter(damage: string, ...values: unknown[]): Promise<BooksFinding[]> {
      await owner.query('BEGIN')
      try {
        const { rowCount } = await owner.query(damage, [organizationId, ...values])
        expect(rowCount).toBe(1)
        const tx = Object.assign(drizzle(owner, { casing: 'snake_case' }), { organizationId })
        const { findings, findingsTotal } = await checkBooks(tx)
        expect(findings).toHaveLength(findingsTotal)
        return findings
      } finally {
        await owner.query('ROLLBACK')
      }
    }

    const tea = { productName: 'Tea' }
    const none = { documentType: null, documentNumber: null, lineNo: null }
    const line = (documentType: string, documentNumber: string) => ({
      documentType,
      documentNumber,
      lineNo: 1,
      ...tea,
    })

    it('reports a changed balance', async () => {
      const found = await foundAfter(
        'UPDATE stock_balances SET quantity = quantity + 1500 WHERE organization_id = $1 AND store_id = $2',
        office.otherStore,
      )
      expect(found).toMatchObject([
        {
          kind: 'WrongBalance',
          ...none,
          ...tea,
          storeName: 'Other store',
          stored: { balance: 5.5 },
          due: { balance: 4 },
        },
      ])
    })

    it('reports a missing balance', async () => {
      const found = await foundAfter(
        'DELETE FROM stock_balances WHERE organization_id = $1 AND store_id = $2',
        office.otherStore,
      )
      expect(found).toMatchObject([
        { kind: 'WrongBalance', stored: { balance: null }, due: { balance: 4, averageCost: 12 } },
      ])
    })

    it('reports a missing movement, and the next movement because its balance does not follow from the previous one', async () => {
      const found = await foundAfter(
        'DELETE FROM stock_movements WHERE organization_id = $1 AND document_id = $2',
        ids.sale,
      )
      expect(found).toMatchObject([
        { kind: 'WrongMovement', ...line('Loss', numbers.loss), stored: { balance: 3 }, due: { balance: 5 } },
        {
          kind: 'MissingMovement',
          ...line('RetailSale', numbers.sale),
          documentStatus: 'Posted',
          stored: null,
          due: { quantity: -2, moment: at(20) },
        },
      ])
    })

    it('reports a movement with a changed cost, and its document line as different', async () => {
      const found = await foundAfter(
        'UPDATE stock_movements SET unit_cost = unit_cost + 5000 WHERE organization_id = $1 AND document_id = $2',
        ids.sale,
      )
      expect(found).toMatchObject([
        {
          kind: 'WrongMovement',
          ...line('RetailSale', numbers.sale),
          stored: { unitCost: 12.5 },
          due: { unitCost: 12 },
        },
        {
          kind: 'WrongLineCost',
          ...line('RetailSale', numbers.sale),
          stored: { unitCost: 12 },
          due: { unitCost: 12.5 },
        },
      ])
    })

    it('reports only the movement with a changed average cost, not later ones', async () => {
      const found = await foundAfter(
        `UPDATE stock_movements SET average_after = average_after + 1 WHERE organization_id = $1 AND document_id = $2
         AND quantity < 0`,
        ids.transfer,
      )
      expect(found).toMatchObject([
        {
          kind: 'WrongMovement',
          ...line('Transfer', numbers.transfer),
          stored: { averageCost: 12.0001 },
          due: { averageCost: 12 },
        },
      ])
    })

    it('reports a receipt line with a changed cost', async () => {
      const found = await foundAfter(
        'UPDATE retail_sale_lines SET unit_cost = 70000 WHERE organization_id = $1 AND sale_id = $2',
        ids.sale,
      )
      expect(found).toMatchObject([
        {
          kind: 'WrongLineCost',
          ...line('RetailSale', numbers.sale),
          documentId: ids.sale,
          stored: { unitCost: 7 },
          due: { unitCost: 12 },
        },
      ])
    })

    it('reports a stock count line with a changed difference', async () => {
      const found = await foundAfter(
        'UPDATE document_lines SET difference = 1000 WHERE organization_id = $1 AND document_id = $2',
        ids.count,
      )
      expect(found).toMatchObject([
        {
          kind: 'WrongLineCost',
          ...line('Inventory', numbers.count),
          stored: { difference: 1 },
          due: { difference: 2 },
        },
      ])
    })

    it('reports a document whose total cost differs from the sum of its lines', async () => {
      const found = await foundAfter(
        'UPDATE documents SET cost_sum = 0 WHERE organization_id = $1 AND id = $2',
        ids.transfer,
      )
      expect(found).toMatchObject([
        {
          kind: 'WrongDocumentCost',
          documentType: 'Transfer',
          documentNumber: numbers.transfer,
          stored: { costSum: 0 },
          due: { costSum: 48 },
        },
      ])
    })

    it('reports a draft document that has movements', async () => {
      const found = await foundAfter(
        `UPDATE documents SET status = 'Draft', cost_sum = 0 WHERE organization_id = $1 AND id = $2`,
        ids.loss,
      )
      expect(found).toMatchObject([
        {
          kind: 'StrayMovement',
          ...line('Loss', numbers.loss),
          documentStatus: 'Draft',
          stored: { quantity: -1, moment: at(30) },
          due: null,
        },
      ])
    })

    it('reports a draft receipt that has movements', async () => {
      const found = await foundAfter(
        `UPDATE retail_sales SET status = 'Draft' WHERE organization_id = $1 AND id = $2`,
        ids.sale,
      )
      expect(found).toMatchObject([
        { kind: 'StrayMovement', ...line('RetailSale', numbers.sale), documentStatus: 'Draft', due: null },
      ])
    })

    it('reports a movement without a document', async () => {
      const found = await foundAfter('DELETE FROM documents WHERE organization_id = $1 AND id = $2', ids.loss)
      expect(found).toMatchObject([
        {
          kind: 'StrayMovement',
          documentType: 'Loss',
          documentId: ids.loss,
          documentNumber: null,
          documentStatus: null,
          stored: { quantity: -1 },
          due: null,
        },
      ])
    })

    it('reports a line whose quantity differs from its movement', async () => {
      const found = await foundAfter(
        'UPDATE document_lines SET quantity = 3000 WHERE organization_id = $1 AND document_id = $2',
        ids.loss,
      )
      expect(found).toMatchObject([
        {
          kind: 'OtherThanLine',
          ...line('Loss', numbers.loss),
          stored: { quantity: -1 },
          due: { quantity: -3 },
        },
      ])
    })

    it('reports no findings when nothing is damaged', async () => {
      expect(
        await foundAfter(
          'UPDATE stores SET version = version WHERE organization_id = $1 AND id = $2',
          office.store,
        ),
      ).toEqual([])
    })
  })
})
