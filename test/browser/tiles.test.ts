import { describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { drawPicture } from '#test/support/pictures.ts'
import { kilogramOf } from '#test/support/units.ts'
import { until } from '#test/support/until.ts'
import type { TillPage } from './till.ts'
import { useTillShop } from './till-shop.ts'

describe('the tiles of the till', () => {
  const at = useTillShop(async ({ organization }) => {
    const { api } = organization
    const group = async (name: string, parentId: string | null = null): Promise<string> =>
      (await api.post('/api/catalog/product-groups', { name, parentId })).body.id
    const drinks = await group('Drinks')
    const hot = await group('Hot drinks', drinks)
    await group('Nothing yet')
    const tea = await createProduct(organization, {
      name: 'Green tea',
      retailPrice: 950,
      minPrice: 900,
      productGroupId: hot,
      article: 'ART-7',
      description: 'Of young leaves',
      kind: 'Good',
    })
    await createProduct(organization, {
      name: 'Cheese',
      isWeighed: true,
      retailPrice: 1299,
      productGroupId: drinks,
      unitOfMeasureId: await kilogramOf(organization),
    })
    await createProduct(organization, {
      name: 'Wine',
      minimumAge: 18,
      retailPrice: 3000,
      productGroupId: drinks,
    })
    for (const name of ['Bread', 'Milk', 'Salt']) await createProduct(organization, { name, kind: 'Service' })
    await api.sendFile(`/api/catalog/products/${tea}/images`, await drawPicture('#2f7d4f'))
  })
  const focused = (till: TillPage): Promise<string> =>
    till.page.evaluate(() => {
      const { activeElement } = document
      return (activeElement?.matches('[data-tile]') && activeElement.textContent) || ''
    })
  const hasFocus = (till: TillPage, text: string) =>
    until(`${text} has the focus`, async () => (await focused(till)).includes(text))
  const detailsOf = (till: TillPage, name: string) => till.page.getByRole('dialog', { name })
  const widthOfPicture = (till: TillPage) =>
    till
      .tile('Green tea')
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth)

  it('opens a group, adds products, prompts for weight and age, and returns to the parent group by touch', async () => {
    const till = await at.openTill()
    await till.tile('Bread').click()
    await till.tile('Drinks').waitFor()
    expect(await till.tile('Nothing yet').count()).toBe(0)
    await till.cartLine('Bread').waitFor()
    await till.tile('Drinks').click()
    await till.tile('Cheese').getByLabel('Sold by weight').waitFor()
    await till.tile('Cheese').click()
    const weight = till.page.getByRole('dialog', { name: /sold by weight/ })
    await weight.getByLabel('Weight', { exact: true }).fill('0.385')
    await weight.getByRole('button', { name: 'OK' }).click()
    await till.cartLine('Cheese').getByText('500.12').waitFor()
    await till.tile('Wine').click()
    await till.page.getByRole('dialog').getByText(/18/).first().waitFor()
    await till.page.keyboard.press('Escape')
    await till.tile('Hot drinks').click()
    await till.tile('Green tea').click()
    await till.tile('Green tea').click()
    await till.cartLine('Green tea').getByText('1,900.00').waitFor()
    const way = till.page.getByRole('navigation', { name: 'Group path' })
    await way.getByRole('button', { name: 'Drinks' }).click()
    await till.tile('Cheese').waitFor()
    await way.getByRole('button', { name: 'All groups' }).click()
    await till.tile('Bread').waitFor()
  })

  it('moves between tiles, groups, cart, details and search with the keyboard alone', async () => {
    const till = await at.openTill()
    await till.tile('Drinks').waitFor()
    const { keyboard } = till.page
    await keyboard.press('F2')
    await keyboard.press('ArrowDown')
    await hasFocus(till, 'Drinks')
    await keyboard.press('Enter')
    await hasFocus(till, 'Hot drinks')
    await keyboard.press('Enter')
    await hasFocus(till, 'Green tea')
    await keyboard.press('Enter')
    await till.cartLine('Green tea').waitFor()
    await keyboard.press('Control+i')
    await detailsOf(till, 'Green tea').getByText('ART-7').waitFor()
    await keyboard.press('Escape')
    await detailsOf(till, 'Green tea').waitFor({ state: 'detached' })
    await hasFocus(till, 'Green tea')
    await keyboard.press('Escape')
    await hasFocus(till, 'Hot drinks')
    await keyboard.press('Backspace')
    await hasFocus(till, 'Drinks')
    await keyboard.press('ArrowDown')
    await hasFocus(till, 'Bread')
    await keyboard.press('ArrowRight')
    await hasFocus(till, 'Milk')
    await keyboard.press('ArrowUp')
    await hasFocus(till, 'Drinks')
    await keyboard.press('Escape')
    await till.page.locator('input:focus').waitFor()
    await keyboard.press('Home')
    await hasFocus(till, 'Drinks')
    // Typing letters while a tile has the focus starts a search, too.
    await keyboard.type('gree', { delay: 120 })
    await till.page.getByRole('option', { name: /Green tea/, selected: true }).waitFor()
    await keyboard.press('Control+i')
    await detailsOf(till, 'Green tea').waitFor()
  })

  it('does not press the focused tile when a scan arrives', async () => {
    const till = await at.openTill()
    await till.tile('Bread').waitFor()
    await till.tile('Bread').focus()
    await till.scan('4870000000000')
    await till.page.getByText('No product with barcode 4870000000000.').waitFor()
    expect(await till.cartLine('Bread').count()).toBe(0)
  })

  it('shows details when a tile is held, and adds nothing on release', async () => {
    const till = await at.openTill()
    await till.tile('Milk').hover()
    await till.page.mouse.down()
    await detailsOf(till, 'Milk').waitFor()
    await till.page.mouse.up()
    await till.page.keyboard.press('Escape')
    await detailsOf(till, 'Milk').waitFor({ state: 'detached' })
    await till.tile('Salt').click()
    await till.cartLine('Salt').waitFor()
    expect(await till.cartLine('Milk').count()).toBe(0)
  })

  it('shows product details from till and head office, also for a cart line, and reports when the till is offline', async () => {
    const till = await at.openTill()
    await till.search('tea')
    await till.page.getByTitle('Details: Green tea').click()
    const details = detailsOf(till, 'Green tea')
    await details.getByText('Of young leaves').waitFor()
    await details.getByText(/^From head office, as of/).waitFor()
    await details.getByText('this store').waitFor()
    await details.getByText('900.00').waitFor()
    await details.getByText('Drinks › Hot drinks').waitFor()
    await details.getByRole('button', { name: 'Add to cart' }).click()
    await till.cartLine('Green tea').waitFor()
    at.cutOff()
    await till.cartLine('Green tea').getByRole('button', { name: 'Details: Green tea' }).click()
    await details.getByText('Head office is not responding').waitFor()
    expect(await details.getByText('Of young leaves').count()).toBe(0)
    await details.getByText('ART-7').waitFor()
  })

  it('prints a price label from the product details, in the browser when the till has no printer', async () => {
    const till = await at.openTill()
    const label = await till.page.evaluateHandle(() => {
      const printed: { text?: string } = {}
      window.print = () => {
        printed.text = document.querySelector<HTMLElement>('body > div[aria-hidden] article')?.innerText ?? ''
      }
      return printed
    })
    await till.search('tea')
    await till.page.getByTitle('Details: Green tea').click()
    await detailsOf(till, 'Green tea').getByRole('button', { name: 'Print price label' }).click()
    await until('a label is printed', async () => (await label.jsonValue()).text)
    expect((await label.jsonValue()).text).toMatch(/^Green tea\n.*950[.,]00/)
  })

  it('shows pictures offline, and a letter instead of a picture that fails to load', async () => {
    const till = await at.openTill()
    await till.tile('Drinks').click()
    await till.tile('Hot drinks').click()
    await until('the picture is shown', async () => (await widthOfPicture(till)) > 0)
    at.cutOff()
    await till.page.reload()
    await till.tile('Drinks').click()
    await till.tile('Hot drinks').click()
    await until('the picture is shown', async () => (await widthOfPicture(till)) > 0)
    await till.page.route('**/pictures/*', (route) => route.abort())
    await till.page.reload()
    await till.tile('Drinks').click()
    await till.tile('Hot drinks').click()
    await till.tile('Green tea').getByText('G', { exact: true }).waitFor()
    expect(await till.tile('Green tea').locator('img').count()).toBe(0)
  })

  it('keeps favorites that were arranged offline, shares them with other tills of the retail point, and removes them', async () => {
    const till = await at.openTill()
    await till.tile('Bread').waitFor()
    at.cutOff()
    const favour = async (name: string): Promise<void> => {
      await till.tile(name).click({ button: 'right' })
      await detailsOf(till, name).getByRole('button', { name: 'Add to favorites' }).click()
      await detailsOf(till, name).getByRole('button', { name: 'Remove from favorites' }).waitFor()
      await till.page.keyboard.press('Escape')
      await detailsOf(till, name).waitFor({ state: 'detached' })
    }
    const favourites = till.page.getByRole('region', { name: 'Favorites' })
    const order = () => favourites.locator('[data-tile] > :nth-child(2)').allTextContents()
    await favour('Salt')
    await till.page.keyboard.press('Home')
    await favourites.getByText('Salt').waitFor()
    await till.page
      .getByRole('region', { name: 'Without a group' })
      .getByText('Bread')
      .click({ button: 'right' })
    await detailsOf(till, 'Bread').getByRole('button', { name: 'Add to favorites' }).click()
    await till.page.keyboard.press('Escape')
    await until('both are there', async () => (await order()).join() === 'Salt,Bread')
    await favourites.getByRole('button', { name: 'Edit' }).click()
    await till.button('Move Bread forward').click()
    await until('it is first', async () => (await order()).join() === 'Bread,Salt')
    await till.page.keyboard.press('Escape')
    await till.page.reload()
    await until('they are still so', async () => (await order()).join() === 'Bread,Salt')
    at.line.become({})
    const { api, retailPointId } = at.shop.organization
    const second = await at.shop.openAgent()
    const other = await second.till()
    const names = async () =>
      (await other.expect<{ items: { name: string }[] }>('GET', '/favourites')).items.map(({ name }) => name)
    await until('the other till of the point has them', async () => (await names()).join() === 'Bread,Salt')
    expect((await api.get(`/api/catalog/retail-points/${retailPointId}`)).status).toBe(200)
    await favourites.getByRole('button', { name: 'Edit' }).click()
    for (const name of ['Bread', 'Salt']) await till.button(`Remove ${name}`).click()
    await till.page.getByText('No favorites yet.').waitFor()
    await until('the other till has none', async () => (await names()).length === 0)
  })
})
