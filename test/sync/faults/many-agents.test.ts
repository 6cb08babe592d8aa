import { expect, it } from 'vitest'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { signUp, startTestHub } from '#test/support/hub.ts'

const AGENTS = 100
const SALES_EACH = 5

it('serves a hundred agents that reconnect at the same time', async () => {
  await using door = await startTestHub()
  const shop = await signUp(door)
  const tea = await createProduct(shop)
  const devices: Device[] = []
  for (let i = 0; i < AGENTS; i += 1) devices.push(await enrolDevice(door, shop))
  const cursor = (await devices[0]?.download())?.footer.cursor
  await Promise.all(
    devices.map(async (device) => {
      const sales = Array.from({ length: SALES_EACH }, () =>
        device.item(saleBody(shop, [{ productId: tea }])),
      )
      const answers = await Promise.all([device.upload(sales), device.download(`?cursor=${cursor}`)])
      expect(answers[0].body.results.map(({ result }: { result: string }) => result)).toEqual(
        sales.map(() => 'accepted'),
      )
      expect(answers[1].header.kind).toBe('delta')
    }),
  )
  expect((await shop.api.get('/api/sales/retail')).body.total).toBe(AGENTS * SALES_EACH)
})
