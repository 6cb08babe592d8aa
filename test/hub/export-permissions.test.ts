import { describe, expect, it } from 'vitest'
import { signUp, useHub } from '#test/support/hub.ts'
import { hire, hireWithout } from '#test/support/people.ts'

describe('exports of lists', () => {
  const door = useHub()

  it.each([
    ['catalog', '/api/catalog/products'],
    ['catalog', '/api/catalog/counterparties'],
    ['purchases', '/api/purchases/supplies'],
    ['sales', '/api/sales/demands'],
    ['sales', '/api/sales/retail'],
    ['inventory', '/api/inventory/enters'],
    ['inventory', '/api/inventory/stock'],
  ] as const)('exports %s only with a separate permission: %s', async (area, base) => {
    const shop = await signUp(door)
    expect((await (await hire(door, shop, 'Manager')).get(`${base}/export`)).status).toBe(200)
    const manager = await hireWithout(door, shop, `${area}.export`)
    expect((await manager.get(base)).status).toBe(200)
    expect((await manager.get(`${base}/export`)).status).toBe(403)
  })
})
