import { expect, it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PASSWORD, signUp, startTestHub } from '#test/support/hub.ts'

it('prints a form under a separate content security policy, without running scripts', async () => {
  await using door = await startTestHub()
  await using browser = await openBrowser()
  const shop = await signUp(door)
  const product = await createProduct(shop, {
    name: '<img src=x onerror="document.title = 1"><script>document.title = 1</script>',
  })
  const lines = Array.from({ length: 80 }, () => ({ productId: product, quantity: 1, price: 2 }))
  const made = await shop.api.post('/api/inventory/enters', { storeId: shop.storeId, lines })
  const token = await shop.api.token({
    grant_type: 'password',
    username: shop.email,
    password: OWNER_PASSWORD,
  })
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.setExtraHTTPHeaders({ Authorization: `Bearer ${token.body.access_token}` })
  await page.goto(`${door.hub.url}/api/inventory/enters/${made.body.id}/print`)
  expect(await page.title()).toMatch(/^Stock receipt No\. 000001/)
  expect(await page.locator('img, script').count()).toBe(0)
  const cell = page.locator('td.number').first()
  expect(await cell.evaluate((element) => getComputedStyle(element).textAlign)).toBe('right')
  const head = page.locator('thead')
  expect(await head.evaluate((element) => getComputedStyle(element).display)).toBe('table-header-group')
  expect(complaints).toEqual([])
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
})
