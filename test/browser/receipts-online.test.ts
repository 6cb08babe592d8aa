import { afterAll, describe, expect, it } from 'vitest'
import { changePoint } from '#test/support/change-point.ts'
import { MailServer, mailThrough } from '#test/support/mail-server.ts'
import { superAdmin } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'
import type { TillPage } from './till.ts'
import { addTea, TEA, useTillShop } from './till-shop.ts'

const DANA = 'dana@home.example'

describe('online receipts', () => {
  let server: MailServer
  const at = useTillShop(async (shop) => {
    server = await MailServer.start()
    await mailThrough(await superAdmin(shop.door, shop.organization), server)
    await addTea(shop)
    await changePoint(shop.organization, { receiptQr: true, receiptLanguage: 'en' })
  })
  afterAll(() => server?.stop())

  async function sell(): Promise<TillPage> {
    const till = await at.openTill()
    await till.scan(TEA)
    await till.cartLine('Green tea').waitFor()
    await till.payExactly()
    return till
  }
  const dialogOf = ({ page }: TillPage) => page.getByRole('dialog', { name: /^E-mail receipt / })
  async function ask(till: TillPage, address: string) {
    const dialog = dialogOf(till)
    await dialog.getByLabel("Customer's e-mail").fill(address)
    await till.page.keyboard.press('Enter')
  }
  /** Returns the address of the linked page at the test hub. */
  const pageOf = (link: string) => at.shop.door.hub.url + new URL(link).pathname

  it('emails a receipt to the address that the cashier types, and reports an invalid address at its field', async () => {
    const till = await sell()
    await till.button('E-mail').click()
    const field = dialogOf(till).getByLabel("Customer's e-mail")
    await dialogOf(till).getByText('Head office sends it right away.').waitFor()
    await ask(till, 'dana@nowhere')
    await dialogOf(till).getByText('Enter an e-mail address').waitFor()
    const { invalid, says } = await field.evaluate((input) => ({
      invalid: input.getAttribute('aria-invalid'),
      says: (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(),
    }))
    expect([invalid, says]).toEqual(['true', expect.stringContaining('Enter an e-mail address')])
    await ask(till, ` ${DANA} `)
    await till.page.getByText(`The receipt will be sent to ${DANA}.`).waitFor()
    await dialogOf(till).waitFor({ state: 'detached' })
    const [mail] = await server.mailsTo(DANA)
    expect(mail?.text).toContain(await till.receiptLink())
    expect(server.mails).toHaveLength(1)
  })

  it('shows an offline receipt as pending until the hub has it, and emails it after the connection returns', async () => {
    at.cutOff()
    const till = await sell()
    await till.button(/Offline/).waitFor()
    const [link, number] = [await till.receiptLink(), await till.receiptNumber()]
    const online = await till.page.context().newPage()
    const early = await online.goto(pageOf(link))
    expect(early?.status()).toBe(404)
    await online.getByRole('heading', { name: 'Your receipt is on its way' }).waitFor()
    await till.page.bringToFront()
    // The list of receipts can email a receipt too.
    await till.newSale()
    await till.page.keyboard.press('F8')
    await till.page.getByRole('dialog').getByText(number).first().click()
    await till.page.getByRole('dialog').getByRole('button', { name: 'E-mail' }).click()
    await dialogOf(till)
      .getByText(/^Head office is not responding/)
      .waitFor()
    await ask(till, 'ira@home.example')
    await till.page
      .getByText('The receipt will be sent to ira@home.example when the connection is back.')
      .waitFor()
    at.line.become({})
    await until('head office has it', async () => (await online.goto(pageOf(link)))?.ok())
    expect(await online.getByRole('main').innerText()).toMatch(/Green tea[\s\S]+TOTAL\s+₸?950\.00/)
    const [mail] = await server.mailsTo('ira@home.example')
    expect(mail?.text).toContain(link)
  })
})
