import { expect, it } from 'vitest'
import { addTea, TEA, useTillShop } from './till-shop.ts'

const { openTill } = useTillShop(addTea)

it('the customer sees what goes into the cart, what it comes to, the change, and nothing of the next one', async () => {
  const till = await openTill()
  await till.page.keyboard.press('F10')
  const opened = till.page.context().waitForEvent('page')
  await till.button('Screen for the customer').click()
  const customer = await opened
  await customer.getByText('Welcome').waitFor()
  await till.page.bringToFront()
  await till.scan(TEA)
  await customer.getByText('Green tea').waitFor()
  await till.scan(TEA)
  await customer.getByRole('status').filter({ hasText: '1,900.00' }).waitFor()
  await customer.reload()
  await customer.getByRole('status').filter({ hasText: '1,900.00' }).waitFor()
  await till.payExactly()
  await customer.getByText('Thank you').waitFor()
  await till.newSale()
  await customer.getByText('Welcome').waitFor()
  expect(await customer.getByText('Green tea').count()).toBe(0)
  // Training is told too: what is shown then is no sale.
  await till.page.keyboard.press('F10')
  await till.button('Training').click()
  await till.button('Begin training').click()
  await customer.getByText('TRAINING. NOT A SALE').waitFor()
})
