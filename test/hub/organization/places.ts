import { expect } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { BASES, type Office } from '#test/hub/documents/book-keeping.ts'
import { enrolDevice, saleBody } from '#test/support/device.ts'
import type { Answer, TestHub } from '#test/support/hub.ts'

type Json = Answer['body']
export const SALES = '/api/sales/retail'
export const KINDS = Object.values(BASES)
/** Endpoints that list records uploaded by a till, except sales. */
export const TILL_RECORDS = [
  '/api/sales/shifts',
  '/api/sales/cash-movements',
  '/api/sales/till-events',
] as const
const CLOCK = { utcOffsetMinutes: 0, timeZone: 'Asia/Almaty', bootId: 'b', monotonicMs: 1, hubOffsetMs: 0 }

/** Returns the body of a response. Fails when the request did not succeed. */
export const done = ({ status, body }: Answer): Json => {
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return body
}

/** Records created in one store. The maps are keyed by endpoint. */
export interface Place {
  storeId: string
  retailPointId: string
  /** IDs of one document of each kind. */
  documents: Map<string, string>
  sale: string
  uploaded: string
  records: Map<string, string>
  /** IDs that users limited to other stores must not see. */
  ids: string[]
}

/** Creates a posted document of each kind, a back-office receipt, and the records uploaded by a till. */
export async function work(
  door: TestHub,
  office: Office,
  storeId: string,
  retailPointId: string,
): Promise<Place> {
  const { api, tea, supplier, organization } = office
  const documents = new Map<string, string>()
  for (const base of KINDS.filter((each) => each !== BASES.transfer)) {
    const line = base === BASES.inventory ? { countedQuantity: 50 } : { quantity: 10, price: 5 }
    const lines = [{ productId: tea, ...line }]
    const body = {
      ...(/supplies|returns|demands/.test(base) && { counterpartyId: supplier }),
      storeId,
      lines,
    }
    const { id } = done(await api.post(base, { ...body, lines: lines.map(withoutPrice(base)) }))
    documents.set(base, id)
  }
  done(await api.post(`${BASES.supply}/${documents.get(BASES.supply)}/post`))
  const lines = [{ productId: tea, quantity: 1, price: 100 }]
  const payments = [{ type: 'Cash', amount: 100 }]
  const sale = done(await api.post(SALES, { storeId, retailPointId, lines, payments })).id
  done(await api.post(`${SALES}/${sale}/post`))
  const device = await enrolDevice(door, organization, retailPointId)
  const common = () => ({
    schema: 1,
    id: newId(),
    retailPointId,
    tillId: 'till-1',
    cashierId: organization.employeeId,
    cashierName: 'Owner',
    clock: CLOCK,
  })
  const at = '2026-03-09T10:00:00.000Z'
  const shift = { ...common(), number: 1, openedAt: at, openingCash: 0 }
  const cash = { ...common(), shiftId: shift.id, kind: 'In', amount: 5, reason: 'change', movedAt: at }
  const event = { ...common(), kind: 'copy_printed', happenedAt: at, details: {} }
  // A sale by an unknown cashier is flagged.
  const uploaded = saleBody({ ...organization, storeId, retailPointId }, [{ productId: tea }], {
    shiftId: shift.id,
    cashierId: newId(),
    soldAt: at,
  })
  const sent = { shift_opened: shift, cash_movement: cash, till_event: event, sale: uploaded }
  const { body } = await device.upload(
    Object.entries(sent).map(([type, each]) => device.item(each, { type })),
  )
  expect(body.results.map(({ result }: Json) => result)).toEqual(Object.keys(sent).map(() => 'accepted'))
  const records = new Map(TILL_RECORDS.map((path, i) => [path, must([shift, cash, event][i]).id]))
  const ids = [...documents.values(), sale, uploaded.id, ...records.values(), device.id, retailPointId]
  return { storeId, retailPointId, documents, sale, uploaded: uploaded.id, records, ids }
}

const withoutPrice = (base: string) => (line: Json) => {
  const { price, ...rest } = line
  return base === BASES.inventory || base === BASES.loss ? rest : line
}
