import { expect, it } from 'vitest'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { signUp, startTestHub } from '#test/support/hub.ts'

const AGENTS = 100
const SALES_EACH = 5
/** Nobody waits much longer than the others; generous, since the machine may be busy with other tests. */
const SLOWEST_MS = 15_000

it('a hundred agents that return at once are served', async () => {
  await using door = await startTestHub()
  const shop = await signUp(door)
  const tea = await createProduct(shop)
  const devices: Device[] = []
  for (let i = 0; i < AGENTS; i += 1) devices.push(await enrolDevice(door, shop))
  const cursor = (await devices[0]?.download())?.footer.cursor
  const times = await Promise.all(
    devices.map(async (device) => {
      const sales = Array.from({ length: SALES_EACH }, () =>
        device.item(saleBody(shop, [{ productId: tea }])),
      )
      const startedAt = performance.now()
      const answers = await Promise.all([device.upload(sales), device.download(`?cursor=${cursor}`)])
      expect(answers[0].body.results.map(({ result }: { result: string }) => result)).toEqual(
        sales.map(() => 'accepted'),
      )
      expect(answers[1].header.kind).toBe('delta')
      return performance.now() - startedAt
    }),
  )
  expect((await shop.api.get('/api/sales/retail')).body.total).toBe(AGENTS * SALES_EACH)
  const slowest = Math.max(...times)
  expect(slowest).toBeLessThan(SLOWEST_MS)
})
