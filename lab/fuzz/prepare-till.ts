import { newId } from '#shared/std/ids.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import type { Random } from '#test/support/random.ts'
import type { Draft } from './draft.ts'
import type { Caller, Members, Preparation } from './preparation.ts'
import type { World } from './world.ts'

const PRINTER = 'counter'
/** Address without a printer, so that print jobs wait. */
const NOWHERE = 'tcp://127.0.0.1:9'

/** Preparations for operations of the till's local API, by operation. */
export const TILL_PREPARATIONS: Record<string, Preparation> = {
  'GET /api/till/v1/products/by-code/{code}': (draft, _world, random) => {
    if (random.chance(0.7)) draft.pathParameters.code = '4006381333931'
  },
  'GET /api/till/v1/products/{productId}': nameProduct,
  'GET /api/till/v1/products/{productId}/head-office': nameProduct,
  'GET /api/till/v1/tiles': (draft) => {
    draft.query = draft.query.filter(([name]) => name === 'limit')
  },
  'PUT /api/till/v1/favourites': async (draft, _world, _random, caller) => {
    draft.body = { productIds: (await listProducts(caller)).slice(0, 5).map(({ id }) => id) }
  },
  'GET /api/till/v1/receipts/{number}': nameReceipt,
  'POST /api/till/v1/receipts/{number}/printed': nameReceipt,
  'POST /api/till/v1/receipts/{number}/email': nameReceipt,
  'POST /api/till/v1/receipts/{number}/print': async (draft, world, random, caller) => {
    await choosePrinter(caller)
    await nameReceipt(draft, world, random, caller)
  },
  'POST /api/till/v1/session': async (draft, world, _random, { ask }) => {
    const { body } = await ask('/api/till/v1/tills', 'POST')
    draft.headers.push(['X-Till-Id', (body as { id?: string }).id ?? 'till-0001'])
    draft.body = { cashierId: world.shop.employeeId, pin: OWNER_PIN }
  },
  'DELETE /api/till/v1/session': (draft) => {
    // Uses another till, so that the till of the run stays signed in.
    draft.headers.push(['X-Till-Id', `fuzz-${newId()}`])
  },
  'POST /api/till/v1/cart/pay': async (draft, world, random, caller) => {
    await addSomething(draft, world, random, caller)
    const { body } = await caller.ask('/api/till/v1/cart')
    const {
      id,
      version,
      sum = 0,
      isReturn,
    } = body as { id: string; version: number; sum: number; isReturn: boolean }
    draft.body = {
      cartId: id,
      cartVersion: version,
      payments:
        sum > 0 && !isReturn
          ? [{ type: 'Cash', amount: sum }]
          : sum > 0
            ? [{ type: 'Cash', amount: sum }]
            : [],
    }
  },
  'POST /api/till/v1/cart/lines': async (draft, _world, random, caller) => {
    draft.body = random.chance(0.3) ? { code: '4006381333931' } : await lineThatWorks(random, caller)
  },
  'PATCH /api/till/v1/cart/lines/{lineId}': nameLine,
  'DELETE /api/till/v1/cart/lines/{lineId}': nameLine,
  'POST /api/till/v1/cart/lines/{lineId}/restore': async (draft, world, random, caller) => {
    await nameLine(draft, world, random, caller)
    await caller.ask(`/api/till/v1/cart/lines/${draft.pathParameters.lineId}`, 'DELETE')
  },
  'POST /api/till/v1/carts/{cartId}/resume': nameParkedCart,
  'POST /api/till/v1/cart/park': addSomething,
  'PATCH /api/till/v1/cart': addSomething,
  'POST /api/till/v1/cart/return': takeBack,
  'POST /api/till/v1/cart/exchange': takeBack,
  'POST /api/till/v1/shift/open': async (draft, _world, _random, { ask }) => {
    await ask('/api/till/v1/shift/close', 'POST', {})
    delete (draft.body as Members).counted
  },
  'POST /api/till/v1/shift/close': async (draft, world, random, caller) => {
    await openShift(draft, world, random, caller)
    delete (draft.body as Members).counted
  },
  'POST /api/till/v1/shift/cash': openShift,
  'GET /api/till/v1/shift/report': openShift,
  'POST /api/till/v1/shift/report/print': async (draft, world, random, caller) => {
    await choosePrinter(caller)
    await openShift(draft, world, random, caller)
  },
  'GET /api/till/v1/shifts/{number}/report': nameClosedShift,
  'POST /api/till/v1/shifts/{number}/report/print': async (draft, world, random, caller) => {
    await choosePrinter(caller)
    await nameClosedShift(draft, world, random, caller)
  },
  'POST /api/till/v1/products/{productId}/labels': async (draft, world, random, caller) => {
    await choosePrinter(caller)
    await nameProduct(draft, world, random, caller)
  },
  'POST /api/till/v1/carts/{cartId}/remove': nameParkedCart,
  'DELETE /api/till/v1/training': async (_draft, _world, _random, { ask }) => {
    await ask('/api/till/v1/training', 'POST')
  },
  'PUT /api/till/v1/printers/{name}': (draft) => {
    draft.body = { address: NOWHERE }
  },
  'DELETE /api/till/v1/printers/{name}': namePrinter,
  'POST /api/till/v1/printers/{name}/choose': namePrinter,
  'POST /api/till/v1/printers/{name}/test': namePrinter,
  'POST /api/till/v1/printing/jobs/{jobId}/cancel': async (draft, world, random, caller) => {
    await namePrinter(draft, world, random, caller)
    await caller.ask(`/api/till/v1/printers/${draft.pathParameters.name}/test`, 'POST')
    const { body } = await caller.ask('/api/till/v1/printing')
    const { jobs = [] } = body as { jobs?: { id: number }[] }
    if (jobs.length > 0) draft.pathParameters.jobId = String(random.pick(jobs).id)
  },
}

/**
 * Returns a line that the till accepts. It has the product of the run, or another one if the run has removed
 * its price or assigned its barcode to a second product.
 */
async function lineThatWorks(random: Random, caller: Caller): Promise<Members> {
  const priced = (await listProducts(caller)).filter(({ price }) => price > 0)
  const line = priced.length > 0 ? { productId: random.pick(priced).id } : { code: '4006381333931' }
  return { ...line, quantity: random.between(1, 3), beyondStock: true }
}

async function listProducts({ ask }: Caller): Promise<{ id: string; price: number }[]> {
  const { body } = await ask('/api/till/v1/products?limit=100')
  return (body as { items?: { id: string; price: number }[] }).items ?? []
}

async function nameProduct(draft: Draft, _world: World, random: Random, caller: Caller): Promise<void> {
  const products = await listProducts(caller)
  if (products.length > 0) draft.pathParameters.productId = random.pick(products).id
}

async function addSomething(_draft: Draft, _world: World, random: Random, caller: Caller): Promise<void> {
  await caller.ask('/api/till/v1/cart/lines', 'POST', await lineThatWorks(random, caller))
}
async function openShift(_draft: Draft, _world: World, _random: Random, { ask }: Caller): Promise<void> {
  await ask('/api/till/v1/shift/open', 'POST', { openingCash: 100 })
}
async function nameLine(draft: Draft, world: World, random: Random, caller: Caller): Promise<void> {
  await addSomething(draft, world, random, caller)
  const { body } = await caller.ask('/api/till/v1/cart')
  const { lines = [] } = body as { lines?: { id: string }[] }
  if (lines.length > 0) draft.pathParameters.lineId = random.pick(lines).id
}

async function nameReceipt(draft: Draft, _world: World, random: Random, { ask }: Caller): Promise<void> {
  const { body } = await ask('/api/till/v1/receipts')
  const { items = [] } = body as { items?: { receiptNumber: string }[] }
  if (items.length > 0) draft.pathParameters.number = random.pick(items).receiptNumber
}

/** Prepares a return of everything that remains of one of the run's sales. */
async function takeBack(draft: Draft, _world: World, random: Random, { ask }: Caller): Promise<void> {
  await ask('/api/till/v1/cart', 'DELETE')
  const { body } = await ask('/api/till/v1/receipts')
  const { items = [] } = body as { items?: { receiptNumber: string; isReturn: boolean }[] }
  const sales = items.filter(({ isReturn }) => !isReturn)
  draft.body = sales.length > 0 ? { receiptNumber: random.pick(sales).receiptNumber } : {}
}

async function nameClosedShift(draft: Draft, world: World, random: Random, caller: Caller): Promise<void> {
  await openShift(draft, world, random, caller)
  await caller.ask('/api/till/v1/shift/close', 'POST', {})
  const { body } = await caller.ask('/api/till/v1/shifts')
  const { items = [] } = body as { items?: { number: number }[] }
  if (items.length > 0) draft.pathParameters.number = String(random.pick(items).number)
}

async function nameParkedCart(draft: Draft, world: World, random: Random, caller: Caller): Promise<void> {
  const { ask } = caller
  await addSomething(draft, world, random, caller)
  await ask('/api/till/v1/cart/park', 'POST', {})
  const { body } = await ask('/api/till/v1/carts/parked')
  const { items = [] } = body as { items?: { id: string }[] }
  if (items.length > 0) draft.pathParameters.cartId = random.pick(items).id
}

async function namePrinter(draft: Draft, _world: World, _random: Random, { ask }: Caller): Promise<void> {
  draft.pathParameters.name = PRINTER
  await ask(`/api/till/v1/printers/${PRINTER}`, 'PUT', { address: NOWHERE })
}

async function choosePrinter({ ask }: Caller): Promise<void> {
  await ask(`/api/till/v1/printers/${PRINTER}`, 'PUT', { address: NOWHERE })
  await ask(`/api/till/v1/printers/${PRINTER}/choose`, 'POST')
}

/** Ends training mode if a request has started it, because the sales of the run must be real. */
export async function leaveTraining({ ask }: Caller): Promise<void> {
  await ask('/api/till/v1/training', 'DELETE')
}
