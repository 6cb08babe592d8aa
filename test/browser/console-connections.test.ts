import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FiscalEmulator, startFiscalEmulator } from '#test/fiscal/emulator/server.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, type TestHub } from '#test/support/hub.ts'
import { MessengerHub } from '#test/support/messenger.ts'
import { MOYSKLAD_TOKEN, MoySkladServer } from '#test/support/moysklad-server.ts'
import { ConsolePage, holdBack } from './console.ts'

const NAME = 'Corner shop'

describe('connections of the organization in the console', () => {
  let browser: Browser
  let moySklad: MoySkladServer
  let emulator: FiscalEmulator
  /** True while the provider receives requests but its responses are lost. */
  let isUnheard = false
  let messenger: MessengerHub
  let door: TestHub

  beforeAll(async () => {
    browser = await openBrowser()
    moySklad = await MoySkladServer.start()
    emulator = await startFiscalEmulator(0, async (when, { path }) =>
      isUnheard && when === 'after' && !path.endsWith('/getToken') ? 'lost' : undefined,
    )
    messenger = await MessengerHub.start({
      moySkladUrl: moySklad.url,
      fiscalEmulatorUrl: emulator.url,
      fetchableAddresses: ['127.0.0.1'],
    })
    door = messenger.door
  })
  afterAll(async () => {
    await messenger?.[Symbol.asyncDispose]()
    await emulator?.[Symbol.asyncDispose]()
    await moySklad?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  const openAt = async (
    path: string,
    country = 'KZ',
  ): Promise<{ shop: Organization; console: ConsolePage }> => {
    const shop = await signUp(door, { organizationName: NAME, country })
    const console = await ConsolePage.open(browser, door.hub.url)
    await console.goto(path)
    await console.signIn(shop.email)
    return { shop, console }
  }

  it('lets the owner choose and test a fiscal provider and resolve stuck receipts', async () => {
    const { shop, console } = await openAt('/fiscal')
    const { page } = console
    const productId = await createProduct(shop, { retailPrice: 100 })
    const { body: enter } = await shop.api.post('/api/inventory/enters', {
      storeId: shop.storeId,
      lines: [{ productId, quantity: 10, price: 1 }],
    })
    await shop.api.post(`/api/inventory/enters/${enter.id}/post`)
    const sell = async (price: number): Promise<void> => {
      const { body } = await shop.api.post('/api/sales/retail', {
        storeId: shop.storeId,
        lines: [{ productId, quantity: 1, price }],
        payments: [{ type: 'Cash', amount: price }],
      })
      expect((await shop.api.post(`/api/sales/retail/${body.id}/post`, {})).status).toBe(200)
    }
    const chooseProvider = async (name: string): Promise<void> => {
      await console.follow('/fiscal')
      await console.choose('Provider', name)
      await console.button('Save').click()
      await page.getByText('Saved').first().waitFor()
      await console.rest()
    }
    const states = (): Promise<string[]> =>
      page.locator('tbody tr[aria-rowindex] td:nth-child(3)').allTextContents()
    const showStuck = async (): Promise<void> => {
      await console.follow('/fiscal-receipts')
      await page.goto(`${page.url()}?isStuck=true&sort=createdAt`)
    }

    await page.getByRole('combobox', { name: 'Provider' }).waitFor()
    expect(await console.button('Send a test receipt').count()).toBe(0)
    await chooseProvider('Emulator (for testing)')
    await console.button('Send a test receipt for 1.00').click()
    const [tried] = await expect
      .poll(() => [...emulator.atol.books.entries.values()])
      .toEqual([expect.objectContaining({ sign: expect.stringMatching(/\d/) })])
      .then(() => [...emulator.atol.books.entries.values()])
    await page.getByText(`Receipt issued. Fiscal sign: ${tried?.sign}`).waitFor()

    // The response to the first receipt is lost, as are all responses to status requests. The second receipt
    // waits behind it. Then the owner removes the provider.
    isUnheard = true
    await sell(200)
    await console.follow('/fiscal-receipts')
    await expect.poll(states).toEqual(['Unknown'])
    await sell(100)
    await chooseProvider('None: no fiscal receipts')
    await showStuck()
    await expect.poll(states).toEqual(['Rejected', 'Rejected'])
    await page.locator('tbody tr[aria-rowindex]').nth(1).click()
    await console.button('Try again').click()
    await page.getByRole('alert').getByText('No fiscal provider is set up').waitFor()
    isUnheard = false

    await chooseProvider('Emulator (for testing)')
    await showStuck()
    await page.locator('tbody tr[aria-rowindex]').nth(1).click()
    await console.button('Try again').click()
    await page.getByRole('main').getByText('Issued', { exact: true }).first().waitFor()
    await page.getByText('Retry requested').waitFor()

    await showStuck()
    await expect.poll(states).toEqual(['Rejected'])
    await page.locator('tbody tr[aria-rowindex]').first().click()
    await console.heading(/^Receipt|^Sale/).waitFor()
    const { release } = await holdBack(page, '**/api/sales/fiscal-receipts/*')
    await page.reload()
    await page.getByRole('heading', { name: 'Fiscal receipt', exact: true }).waitFor()
    for (const name of ['Try again', 'Mark as resolved']) expect(await console.button(name).count()).toBe(0)
    release()
    expect(await console.whyNot('Try again')).toBe(
      'Check with the previous provider, then mark the receipt as resolved',
    )
    await console.button('Mark as resolved').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'The receipt exists' }).click()
    await dialog.locator('[aria-invalid="true"]').first().waitFor()
    await dialog.getByRole('textbox', { name: 'Fiscal sign' }).fill('77001')
    await dialog
      .getByRole('textbox', { name: 'Where you checked this' })
      .fill('In the account at the provider')
    await dialog.getByRole('button', { name: 'The receipt exists' }).click()
    await page.getByText('Marked as resolved: In the account at the provider').waitFor()
    await page.getByRole('main').getByText('77001').waitFor()
    await showStuck()
    await page.getByText('Nothing matches your search and filters.').waitFor()
  })

  it('binds a chat by a link, reports that the chat refuses messages, and unbinds it', async () => {
    const { console } = await openAt('/messenger')
    const { page } = console
    await page.getByText('No chat is connected.').waitFor()
    expect(await console.button('Send a test notification').count()).toBe(0)
    await page
      .getByRole('switch', { name: 'Large returns' })
      .or(page.getByLabel('Large returns'))
      .first()
      .uncheck()
    await console.button('Save and create link').click()
    await page.getByText('Waiting for the code from the chat.').waitFor()
    await page.getByRole('img', { name: 'Link to the bot' }).waitFor()
    const href = await page.getByRole('link', { name: 'Open Telegram' }).getAttribute('href')
    const code = new URL(href ?? '').searchParams.get('start')
    expect(href).toBe(`https://t.me/shop_bot?start=${code}`)
    await page.getByText(`/start ${code}`).waitFor()

    const chat = messenger.newChat()
    messenger.server.write(chat, `/start ${code}`)
    await page.getByText('Connected: Aigul Chief.').waitFor()
    await page.getByRole('img', { name: 'Link to the bot' }).waitFor({ state: 'detached' })
    expect(await page.getByLabel('Large returns').isChecked()).toBe(false)
    await console.button('Send a test notification').click()
    await messenger.server.sentTo(chat, 2)

    messenger.server.onSend = ({ chatId }) =>
      chatId === chat ? { code: 400, description: 'Bad Request: not enough rights' } : undefined
    await console.button('Send a test notification').click()
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByText('Connected: Aigul Chief.').waitFor()
        return page.getByRole('main').getByRole('alert').allTextContents()
      })
      .toEqual([expect.stringMatching(/Telegram has rejected messages to this chat: .*not enough rights/)])
    messenger.server.onSend = () => undefined

    await console.button('Disconnect').click()
    await page.getByText('No chat is connected.').waitFor()
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
    await console.button('Save and create link').waitFor()
  })

  it('imports from MoySklad with a preview and lists the skipped records', async () => {
    const { shop, console } = await openAt('/extsys', 'RU')
    const { page } = console
    const id = (n: number): string => `0a0b0c0d-0000-4000-8000-${String(n).padStart(12, '0')}`
    moySklad.entities.set('counterparty', [
      {
        id: id(1),
        name: 'Horns and Hooves',
        companyType: 'legal',
        inn: '7707083893',
        updated: '2026-11-01 10:00:00.000',
      },
      {
        id: id(2),
        name: 'Pyotr Ivanov',
        companyType: 'individual',
        email: 'nobody',
        updated: '2026-11-02 10:00:00.000',
      },
    ])
    expect(await console.whyNot('Test the connection')).toBe('Save the sign-in details first')
    const connect = async (token: string): Promise<void> => {
      await page.getByLabel('Token', { exact: true }).last().fill(token)
      await console.button('Save').click()
      await page.getByText('Saved').first().waitFor()
      await console.button('Test the connection').click()
    }
    await connect('wrong')
    await page
      .getByRole('main')
      .getByRole('alert')
      .getByText(/^MoySklad returned an error: .*Неправильный пароль/)
      .waitFor()
    await connect(MOYSKLAD_TOKEN)
    await page.getByText('The connection works: Администратор').waitFor()

    const counterparties = page.getByRole('region', { name: 'Counterparties' })
    await counterparties.getByRole('button', { name: 'Preview changes only' }).click()
    await counterparties.getByText(/^Last preview: done/).waitFor()
    await counterparties.getByText('New: 2').waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'Jobs' }).click()
    await page.getByRole('dialog', { name: 'Jobs' }).getByText('MoySklad import').waitFor()
    await page.keyboard.press('Escape')
    expect((await shop.api.get('/api/catalog/counterparties')).body.total).toBe(1)

    await counterparties.getByRole('button', { name: 'Import' }).click()
    await counterparties.getByText(/^Last import: done/).waitFor()
    await counterparties.getByText('New: 2').waitFor()
    await counterparties.getByText('Not imported (1)').waitFor()
    await counterparties.getByText(/^Value not imported · email · .*: Pyotr Ivanov “nobody”$/).waitFor()
    await console.follow('/counterparties')
    expect(await console.rows()).toEqual(['Horns and Hooves', 'Pyotr Ivanov', 'Розничный покупатель'])
  })

  it('exports all data of an organization, and deletes all data after the user types its name', async () => {
    const { shop, console } = await openAt('/export')
    const { page } = console
    await createProduct(shop, { name: 'Green tea', retailPrice: 950 })
    await page.getByText('No exports yet').waitFor()
    await console.button('Export all data').click()
    await page.getByRole('row', { name: /Ready/ }).waitFor()
    const saved = page.waitForEvent('download')
    await console.button('Download').click()
    const file = await readFile(await (await saved).path())
    expect((await saved).suggestedFilename()).toMatch(/\.zip$/)
    expect(file.subarray(0, 2).toString()).toBe('PK')
    expect(file.includes('products.csv')).toBe(true)

    await console.follow('/cleanup')
    await page.getByRole('row', { name: 'Products 1' }).waitFor()
    const field = page.getByLabel(`Type the name of the organization to confirm: ${NAME}`)
    expect(await console.whyNot('Delete everything')).toBe('Type the name of the organization first.')
    await field.fill(NAME.slice(1))
    expect(await console.whyNot('Delete everything')).toBe('Type the name of the organization first.')
    await field.fill(NAME)
    await console.button('Delete everything').click()
    await page.getByText(/^Completed on /).waitFor()
    await page.getByText('Nothing to delete.').first().waitFor()
    expect((await shop.api.get('/api/catalog/products')).body.total).toBe(0)
    await page.getByRole('link', { name: 'View exports' }).click()
    await expect.poll(() => page.getByRole('row', { name: /Ready/ }).count()).toBe(2)
  })
})
