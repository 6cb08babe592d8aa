import { beforeAll, describe, expect, it } from 'vitest'
import { changePoint } from '#test/support/change-point.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { NEW_TILL } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import type { TillPage } from './till.ts'
import { addTea, TEA, useTillShop } from './till-shop.ts'

const LIMITED_PIN = '730519'

describe('shifts on the till page while the hub is down', () => {
  const at = useTillShop(async (shop) => {
    const { api } = shop.organization
    await changePoint(shop.organization, { receiptLanguage: 'en' })
    await addTea(shop)
    const tillLimits = { allowDeleteLines: false, allowCashOut: false }
    const role = await api.post('/api/organization/employee-roles', {
      name: 'Junior',
      permissions: ['pos.sell', 'pos.return'],
      tillLimits,
    })
    const junior = { lastName: 'Junior', roleId: role.body.id, posPin: LIMITED_PIN }
    expect((await api.post('/api/organization/employees', junior)).status).toBe(201)
  })
  beforeAll(async () => {
    const checker = await at.agent.till(NEW_TILL)
    await until('the agent has all', async () => (await checker.search('tea')).total === 1)
    at.line.become({ end: 'nobody' })
  })
  const openTill = () => at.openTill({ signIn: false })

  const dialog = ({ page }: TillPage) => page.getByRole('dialog').last()
  const noDialog = ({ page }: TillPage) => page.getByRole('dialog').first().waitFor({ state: 'detached' })
  const menu = async (till: TillPage, entry: string): Promise<void> => {
    // After a reload, keys are handled only once the till is displayed.
    await till.button(/^Menu/).waitFor()
    // F10 does nothing while the previous dialog is still open.
    await noDialog(till)
    await till.page.keyboard.press('F10')
    await dialog(till).getByRole('button', { name: entry, exact: true }).click()
  }
  const sellTea = async (till: TillPage): Promise<void> => {
    await noDialog(till)
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.payExactly()
    await till.newSale()
  }

  it('opens a shift with a counted float, records cash in and out, closes the shift by a count, and reprints its Z report', async () => {
    const till = await openTill()
    await till.signIn('Owner', OWNER_PIN)
    await menu(till, 'Shift')
    const shift = dialog(till)
    await shift.getByLabel('₸1,000.00').fill('4')
    await shift.getByLabel('₸500.00').fill('1')
    await shift.getByRole('status').getByText('4,500.00').waitFor()
    await shift.getByRole('button', { name: 'Open shift' }).click()
    await sellTea(till)
    await menu(till, 'Cash out')
    await dialog(till).getByLabel('Amount').fill('450')
    await dialog(till).getByRole('button', { name: 'To the bank' }).click()
    await dialog(till).getByRole('button', { name: 'Take out' }).click()
    await till.page.getByText('Cash out:').waitFor()
    await menu(till, 'X report')
    const x = till.page.getByRole('article', { name: /^X report 1/ })
    expect(await x.innerText()).toMatch(/Expected\s+5,000\.00/)
    await till.page.keyboard.press('Escape')
    await menu(till, 'Close shift')
    const closing = dialog(till)
    await closing.getByText('not been sent to head office yet').waitFor()
    await closing.getByText('Total amount').click()
    await closing.getByRole('textbox', { name: 'Counted' }).fill('4990')
    await closing.getByText('−10.00').waitFor()
    // The difference must be visible above the button without scrolling.
    const figure = await closing.getByText('−10.00').boundingBox()
    const button = await closing.getByRole('button', { name: 'Close shift' }).boundingBox()
    expect((figure?.y ?? 0) + (figure?.height ?? 0)).toBeLessThan((button?.y ?? 0) - 16)
    await closing.getByRole('button', { name: 'Close shift' }).click()
    await closing.getByText('Count again or enter a reason').waitFor()
    await closing.getByRole('button', { name: 'Wrong change given' }).click()
    await closing.getByRole('button', { name: 'Close shift' }).click()
    const z = till.page.getByRole('article', { name: /^Z report 1/ })
    expect(await z.innerText()).toMatch(/Difference\s+−10\.00/)
    await till.page.keyboard.press('Escape')
    await menu(till, 'Past shifts')
    await dialog(till)
      .getByRole('button', { name: /Shift 1/ })
      .click()
    await z.waitFor()
  })

  it('moves to the next note with Enter, and lists unpaid carts before the shift is closed', async () => {
    const till = await openTill()
    await till.signIn('Owner', OWNER_PIN)
    await menu(till, 'Shift')
    const first = dialog(till).getByLabel('₸20,000.00')
    await first.fill('1')
    await first.press('Enter')
    expect(
      await till.page.evaluate(() => document.activeElement?.parentElement?.parentElement?.textContent),
    ).toBe('₸10,000.00')
    await dialog(till).getByRole('button', { name: 'Open shift' }).click()
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.page.keyboard.press('F4')
    await dialog(till).getByLabel('Note').fill('red coat')
    await dialog(till).getByRole('button', { name: 'Park this cart' }).click()
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await menu(till, 'Close shift')
    await dialog(till).getByText('The open cart has 1 item.').waitFor()
    await dialog(till).getByText('Parked carts: red coat.').waitFor()
  })

  it('records a cash movement once on a double press, rejects invalid counts and amounts, and warns when more is taken out than the drawer should contain', async () => {
    const till = await openTill()
    await till.signIn('Owner', OWNER_PIN)
    await menu(till, 'Shift')
    const count = dialog(till).getByLabel('₸1,000.00')
    for (const wrong of ['1.5', '-5', '1e9']) {
      await count.fill(wrong)
      expect(await dialog(till).getByRole('button', { name: 'Open shift' }).isDisabled()).toBe(true)
    }
    await count.fill('15')
    await dialog(till).getByRole('button', { name: 'Open shift' }).click()
    await menu(till, 'Cash in')
    await dialog(till).getByLabel('Amount').fill('-5')
    expect(await dialog(till).getByRole('button', { name: 'Put in' }).isDisabled()).toBe(true)
    await dialog(till).getByLabel('Amount').fill('450')
    await dialog(till).getByLabel('Reason').fill('change')
    await dialog(till)
      .getByRole('button', { name: 'Put in' })
      .evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
    await till.page.getByText('Cash in:').first().waitFor()
    await menu(till, 'Cash out')
    await dialog(till).getByLabel('Amount').fill('1000000')
    await dialog(till).getByRole('button', { name: 'To the bank' }).click()
    await dialog(till).getByRole('button', { name: 'Take out', exact: true }).click()
    await dialog(till).getByText('There should only be ₸15,450.00 in the drawer').waitFor()
    await dialog(till).getByRole('button', { name: 'Take out anyway' }).waitFor()
  })

  it('switches the cashier by PIN and keeps the cart, and allows a supervisor to lift a limit once', async () => {
    const till = await openTill()
    await till.page.getByLabel('PIN', { exact: true }).fill(LIMITED_PIN)
    await till.page.keyboard.press('Enter')
    await till.page.getByRole('heading', { name: 'Sale' }).waitFor()
    await till.scan(TEA)
    await till.cartLine('Green tea').getByRole('button', { name: 'Remove Green tea' }).click()
    const approval = dialog(till)
    await approval.getByText('Supervisor approval').waitFor()
    await approval.getByText(/Green tea: 1 .* for ₸950\.00/).waitFor()
    await approval.getByLabel('Reason').fill('scanned by mistake')
    await approval.getByLabel(/^PIN for/).fill(OWNER_PIN)
    await approval.getByRole('button', { name: 'Allow once' }).click()
    await till.page.getByText('Ready for the next customer').waitFor()
    await till.scan(TEA)
    await till.cartLine('Green tea').getByRole('button', { name: 'Remove Green tea' }).click()
    await dialog(till).getByText('Supervisor approval').waitFor()
    await till.page.keyboard.press('Escape')
    await till.cartLine('Green tea').waitFor()
    await till.page.keyboard.press('F11')
    await till.page.getByLabel('PIN', { exact: true }).fill(OWNER_PIN)
    await till.page.keyboard.press('Enter')
    await till.button(/Signed in: .*Owner/).waitFor()
    await till.cartLine('Green tea').waitFor()
  })

  it('marks training mode on every screen, even after a reload', async () => {
    const till = await openTill()
    await till.signIn('Owner', OWNER_PIN)
    await menu(till, 'Training mode')
    await till.button('Start training').click()
    const strip = till.page.getByText('TRAINING MODE: nothing is sold')
    await strip.waitFor()
    await till.scan(TEA)
    expect(await till.payExactly()).toBe('')
    await till.page.getByText('TRAINING. NOT A SALE').first().waitFor()
    await till.page.reload()
    await strip.waitFor()
    await menu(till, 'Training mode')
    await till.button('End training').click()
    await strip.waitFor({ state: 'detached' })
  })
})
