import { Books, type Entry, scenarioOf } from './books.ts'
import type { Desk, ProviderRequest, Reply, Wire } from './server.ts'

const POLLS_OF_WAIT = 2

/** Emulator of CloudKassir. It accepts any public id, and any secret except for «wrong». */
export class CloudKassirDesk implements Desk {
  readonly books = new Books()

  answer({ path, headers, body }: ProviderRequest): Reply | undefined {
    if (!path.startsWith('/kkt/')) return undefined
    const [, secret] = Buffer.from(String(headers.authorization).replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
    if (secret === 'wrong') return { status: 401, body: 'Unauthorized' }
    if (path === '/kkt/receipt') return this.#register(String(headers['x-request-id']), body)
    const entry = [...this.books.entries.values()].find((each) => idOf(each) === body.Id)
    if (path === '/kkt/receipt/status/get') return success(this.#stateOf(entry))
    if (path !== '/kkt/receipt/get') return { status: 404 }
    return entry ? success(detailsOf(entry)) : refusal('Receipt not found')
  }

  #register(id: string, body: Wire): Reply {
    const { Items, Amounts } = body.CustomerReceipt ?? {}
    if (!/^(\d{10}|\d{12})$/.test(body.Inn)) return refusal('Inn')
    if (!Items?.length || Items.some((item: Wire) => item.Vat === undefined)) return refusal('Items')
    let total = 0
    for (const item of Items) total += Math.round(item.Amount * 100)
    let paid = 0
    for (const sum of Object.values<number>(Amounts)) paid += Math.round(sum * 100)
    if (paid !== total) return refusal('Amounts')
    const scenario = scenarioOf(
      total,
      Items.map((item: Wire) => item.Label),
    )
    const times = this.books.seen(id)
    if (scenario === '06') return refusal('Items[0].Vat')
    if (scenario === '08' && times === 0) return { status: 502, body: '<html>Bad Gateway</html>' }
    const entry = this.books.register(id, scenario, body)
    return scenario === '03' && times === 0 ? null : success({ Id: idOf(entry), ErrorCode: 0 })
  }

  #stateOf(entry: Entry | undefined): string {
    if (!entry) return 'NotFound'
    entry.polls += 1
    if (entry.scenario === '05') return 'Error'
    return entry.scenario === '02' && entry.polls <= POLLS_OF_WAIT ? 'Queued' : 'Processed'
  }
}

const idOf = ({ sign }: Entry): string => `kassir-${sign}`
const success = (Model: unknown): Reply => ({ status: 200, body: { Success: true, Message: null, Model } })
const refusal = (Message: string): Reply => ({
  status: 200,
  body: { Success: false, Message, Model: { ErrorCode: -1 } },
})

const detailsOf = ({ sign, docNumber, shiftNumber, numberInShift }: Entry) => ({
  Items: [],
  AdditionalData: {
    FiscalSign: sign,
    DocumentNumber: docNumber,
    SessionNumber: shiftNumber,
    DeviceNumber: '123',
    RegNumber: '0000000000067890',
    FiscalNumber: '9999078900000000',
    Number: numberInShift,
    Ofd: 'ОФД',
    DateTime: '2026-03-01T15:00:00',
    OfdReceiptUrl: `https://ofd.test/${sign}`,
  },
})
