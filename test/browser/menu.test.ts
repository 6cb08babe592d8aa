import { describe, it } from 'vitest'
import { addTea, TEA, useTillShop } from './till-shop.ts'

describe('the menu and the keyboard shortcuts of the till', () => {
  const { openTill } = useTillShop(addTea)

  it('opens the menu with F10, and opens the selected entry', async () => {
    const till = await openTill()
    await till.page.keyboard.press('F10')
    const menu = till.page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('button', { name: 'Receipts' }).click()
    await till.page.getByRole('dialog', { name: 'Receipts' }).waitFor()
  })

  it('disables unavailable menu entries and shows the reason', async () => {
    const till = await openTill()
    await till.button(/^Menu/).click()
    const menu = till.page.getByRole('dialog', { name: 'Menu' })
    const discount = menu.getByRole('button', { name: /^Receipt discount.*The cart is empty/ })
    await discount.click({ force: true })
    await menu.waitFor()
    await till.page.keyboard.press('Escape')
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.button(/^Menu/).click()
    await menu.getByRole('button', { name: 'Receipt discount' }).click()
    await till.page.getByRole('dialog', { name: 'Receipt discount' }).waitFor()
  })

  it('explains why a keyboard shortcut is unavailable', async () => {
    const till = await openTill()
    await till.page.keyboard.press('F6')
    await till.page.getByText('The cart is empty.').waitFor()
  })

  it('lists all keyboard shortcuts with F1', async () => {
    const till = await openTill()
    await till.page.keyboard.press('F1')
    const help = till.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Complete sale').waitFor()
    await help.getByText('F11').waitFor()
  })
})
