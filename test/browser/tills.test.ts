import { beforeAll, describe, expect, it } from 'vitest'
import { changePoint } from '#test/support/change-point.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { NEW_TILL } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import { addTea, TEA, useTillShop } from './till-shop.ts'

describe('the tills of an agent', () => {
  const at = useTillShop(async (shop) => {
    await changePoint(shop.organization, { receiptLanguage: 'en', requireShift: true })
    await addTea(shop)
  })
  beforeAll(async () => {
    const checker = await at.agent.till(NEW_TILL)
    await until('the agent has all', async () => (await checker.search('tea')).total === 1)
  })

  it('prompts for the float before the first payment, and continues with the payment', async () => {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.button(/^Pay/).click()
    await till.openShift('1,000.00', '2')
    await till.page.getByRole('dialog').getByRole('button', { name: 'Exact' }).click()
    await till.button(/^Complete sale/).click()
    const checker = await at.agent.till(NEW_TILL)
    expect((await checker.receipt(await till.receiptNumber())).sum).toBe(950)
  })

  it('lists a cashier who was hired while the sign-in page was open', async () => {
    const till = await at.openTill({ signIn: false })
    await till.button('Owner').first().waitFor()
    const { api } = at.shop.organization
    const role = await api.post('/api/organization/employee-roles', {
      name: 'Cashier of the evening',
      permissions: ['pos.sell'],
      tillLimits: {},
    })
    const hired = { lastName: 'Newcomer', roleId: role.body.id, posPin: '480152' }
    expect((await api.post('/api/organization/employees', hired)).status).toBe(201)
    await till.button('Newcomer').waitFor()
  })

  it('recognizes its till after the local storage was cleared', async () => {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    const name = await till.page.getByText(/^Till \d+$/).textContent()
    await till.page.evaluate(() => localStorage.clear())
    await till.page.reload()
    await till.cartLine('Green tea').waitFor()
    expect(await till.page.getByText(/^Till \d+$/).textContent()).toBe(name)
  })

  it('moves a till with its cart to another browser window', async () => {
    const vanished = await at.openTill()
    await vanished.scan(TEA)
    await vanished.cartLine('Green tea').waitFor()
    const name = (await vanished.page.getByText(/^Till \d+$/).textContent()) ?? ''
    await vanished.page.close()
    const till = await at.openTill({ signIn: false })
    await till.button(/^Till \d+$/).click()
    await till.page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${name}\\b`) })
      .click()
    await till.signIn('Owner', OWNER_PIN)
    await till.cartLine('Green tea').waitFor()
    await till.page.getByText(name, { exact: true }).waitFor()
  })
})
