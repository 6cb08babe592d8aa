import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { changePoint } from '#test/support/change-point.ts'
import { NEW_TILL } from '#test/support/till.ts'
import type { TillPage } from './till.ts'
import { addTea, TEA, useTillShop } from './till-shop.ts'

const BETH = '2900000000015'
const ERIK = '2900000000022'
const FAY = '2900000000039'

describe('loyalty at the till', () => {
  const at = useTillShop(async (shop) => {
    const { organization } = shop
    await changePoint(organization, { receiptLanguage: 'en' })
    const made = async (path: string, body: object): Promise<string> => {
      const { status, body: answer } = await organization.api.post(path, body)
      expect([status, answer.errors]).toEqual([201, undefined])
      return answer.id
    }
    await addTea(shop, 100)
    const regulars = await made('/api/loyalty/programs', {
      name: 'Regulars',
      kind: 'DiscountPercent',
      discountPercent: 10,
    })
    const points = await made('/api/loyalty/programs', {
      name: 'Tea points',
      kind: 'Bonus',
      earnPercent: 5,
      maxSpendPercent: 50,
      offlineSpendLimit: 20,
      welcomeMode: 'Registration',
      welcomeBonus: 80,
    })
    const issue = (cardNumber: string, programId: string, customerName: string, phone: string) =>
      made('/api/loyalty/cards/issue', { cardNumber, programId, customerName, phone })
    await issue(BETH, regulars, 'Beth Ward', '+44 20 7946 0001')
    await issue(ERIK, points, 'Erik Long', '+44 20 7946 0002')
    const fay = await issue(FAY, regulars, 'Fay Short', '+44 20 7946 0003')
    await issue('2900000000046', regulars, 'Finn Short', '+44 20 7946 0003')
    await organization.api.post(`/api/loyalty/cards/${fay}/block`, { reason: 'Lost' })
  })

  const dialogOf = (till: TillPage): Locator => till.page.getByRole('dialog')
  const total = (till: TillPage, sum: string) =>
    till.page.locator('output[aria-label="Total"]', { hasText: sum }).waitFor()

  it('applies the percentage of a scanned loyalty card, and removes the card', async () => {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.scan(BETH)
    await till.page.getByText('Regulars: 10% off').waitFor()
    await total(till, '90.00')
    await till.button('Remove customer').click()
    await total(till, '100.00')
    await till.page.getByText('Regulars: 10% off').waitFor({ state: 'detached' })
  })

  it('finds a card by the last digits of the phone number, earns and spends its points, and prints them', async () => {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.page.keyboard.press('Insert')
    await dialogOf(till).getByLabel('Loyalty card, phone or name').fill('0002')
    await till.page.keyboard.press('Enter')
    await dialogOf(till).waitFor({ state: 'detached' })
    await till.page.getByText(/Tea points: 80\.00 points as of .* earns 5\.00/).waitFor()
    await till.page.keyboard.press('F9')
    await dialogOf(till).getByRole('radio', { name: 'Points' }).click()
    await dialogOf(till).getByText('Points on the card: 80.00, checked with head office.').waitFor()
    await dialogOf(till).getByText('The loyalty program limits how much points can pay.').waitFor()
    await dialogOf(till)
      .getByRole('button', { name: /^Pay .*50\.00 with points$/ })
      .click()
    await till.page.keyboard.press('F9')
    const paper = till.page.getByRole('article', { name: /^Receipt / })
    await paper.getByText('Points spent').waitFor()
    const ofReceipt = till.page.getByRole('region', { name: 'Promotions and points on this receipt' })
    await ofReceipt.getByText(/Points earned\s*2\.50\s*Points spent\s*50\.00/).waitFor()
    const receipt = await (await at.agent.till(NEW_TILL)).receipt(await till.receiptNumber())
    expect(receipt).toMatchObject({
      sum: 100,
      points: { spent: 50, earned: 2.5 },
      payments: [
        { type: 'Bonus', amount: 50 },
        { type: 'Cash', amount: 50 },
      ],
    })
  })

  it('refuses a blocked card, scanned or searched, and lists the cards that share a phone number', async () => {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.scan(FAY)
    await till.page.getByText('This loyalty card is blocked.').waitFor()
    await till.page.keyboard.press('Insert')
    const dialog = dialogOf(till)
    await till.scan(FAY)
    await dialog.getByText('This loyalty card is blocked.').waitFor()
    await dialog.getByLabel('Loyalty card, phone or name').fill('+44 20 7946 0003')
    await till.page.keyboard.press('Enter')
    await dialog.getByText('Several customers have this number. Ask for the name and choose.').waitFor()
    expect(await dialog.getByRole('button', { name: /Fay Short.*Blocked/ }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: /Finn Short/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await total(till, '90.00')
  })
})
