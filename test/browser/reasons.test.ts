import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedBrowser } from '#test/support/browser.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { NEW_TILL } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import { ConsolePage } from './console.ts'
import type { TillPage } from './till.ts'
import { addTea, TEA, useTillShop } from './till-shop.ts'

const JUNIOR_PIN = '730519'
const SETTINGS = '/api/organization/settings'

describe('reasons on the till page', () => {
  const at = useTillShop(async (shop) => {
    const { api } = shop.organization
    await addTea(shop)
    const role = await api.post('/api/organization/employee-roles', {
      name: 'Junior',
      permissions: ['pos.sell'],
      tillLimits: { allowDeleteLines: false },
    })
    const junior = { lastName: 'Junior', roleId: role.body.id, posPin: JUNIOR_PIN }
    expect((await api.post('/api/organization/employees', junior)).status).toBe(201)
  })
  const dialog = ({ page }: TillPage) => page.getByRole('dialog').last()

  /** Waits until the agent has received the settings saved in the console. */
  async function untilKnown(
    isKnown: (settings: { tillReasons: object; onlyListedReasons: boolean }) => boolean,
  ) {
    const checker = await at.agent.till(NEW_TILL)
    await until('the agent has the reasons', async () => {
      const { settings } = await checker.status()
      return settings !== null && isKnown(settings)
    })
  }

  it('offers the reasons set in the console instead of the built-in ones, and accepts a typed reason', async () => {
    const { organization, door } = at.shop
    const console = await ConsolePage.open(await sharedBrowser(), door.hub.url)
    onTestFinished(() => console.page.context().close())
    await console.goto('/settings')
    await console.signIn(organization.email)
    const cashOut = console.page.getByRole('combobox', { name: 'Cash out' })
    for (const reason of ['Drinking water', 'Cleaning']) {
      await cashOut.fill(reason)
      await cashOut.press('Enter')
    }
    await console.button('Save', true).click()
    await untilKnown(({ tillReasons }) => JSON.stringify(tillReasons).includes('Cleaning'))
    const { body } = await organization.api.get(SETTINGS)
    expect(body.tillReasons).toMatchObject({ cashOut: ['Drinking water', 'Cleaning'], cashIn: [] })
    const till = await at.openTill()
    const menu = async (entry: string): Promise<void> => {
      await till.page.keyboard.press('F10')
      await dialog(till).getByRole('button', { name: entry, exact: true }).click()
    }
    await menu('Shift')
    await dialog(till).getByLabel('₸20,000.00').fill('1')
    await dialog(till).getByRole('button', { name: 'Open shift' }).click()
    await till.page.getByRole('dialog').first().waitFor({ state: 'detached' })
    await menu('Cash out')
    await dialog(till).getByRole('button', { name: 'Drinking water' }).waitFor()
    expect(await dialog(till).getByRole('button', { name: 'To the bank' }).count()).toBe(0)
    await dialog(till).getByLabel('Amount').fill('0.5')
    await dialog(till).getByRole('textbox', { name: 'Reason' }).fill('A light bulb')
    expect(await dialog(till).getByRole('button', { name: 'Take out', exact: true }).isEnabled()).toBe(true)
    await till.page.keyboard.press('Escape')
  })

  it('lets a supervisor choose a reason, and hides the text field when only listed reasons are allowed', async () => {
    const { api } = at.shop.organization
    const { body } = await api.get(SETTINGS)
    const tillReasons = { ...body.tillReasons, removal: ['Scanned twice', 'Customer changed their mind'] }
    await api.put(SETTINGS, { ...body, tillReasons, onlyListedReasons: true })
    await untilKnown(({ onlyListedReasons }) => onlyListedReasons)
    const till = await at.openTill({ signIn: false })
    await till.signIn('Junior', JUNIOR_PIN)
    await till.scan(TEA)
    await till.cartLine('Green tea').getByRole('button', { name: 'Remove Green tea' }).click()
    await dialog(till).getByText('Supervisor approval').waitFor()
    expect(await dialog(till).getByRole('textbox', { name: 'Reason' }).count()).toBe(0)
    await dialog(till)
      .getByLabel(/^PIN for/)
      .fill(OWNER_PIN)
    expect(await dialog(till).getByRole('button', { name: 'Allow once' }).isDisabled()).toBe(true)
    await dialog(till).getByRole('button', { name: 'Scanned twice' }).click()
    await dialog(till).getByRole('button', { name: 'Allow once' }).click()
    await till.page.getByText('Ready for the next customer').waitFor()
  })
})
