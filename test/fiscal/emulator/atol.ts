import { Books, type Entry, scenarioOf } from './books.ts'
import type { Desk, ProviderRequest, Reply, Wire } from './server.ts'

const POLLS_OF_WAIT = 2

/** Emulator of ATOL Online 4 and 5. It accepts any login, and any password except for «wrong». */
export class AtolDesk implements Desk {
  readonly books = new Books()
  #tokens = 0

  answer({ method, path, headers, body }: ProviderRequest): Reply | undefined {
    const [, version, rest = ''] = /^\/possystem\/v([45])\/(.+)$/.exec(path) ?? []
    if (version === undefined) return undefined
    if (rest === 'getToken') {
      if (body.pass === 'wrong') return refusal(401, 12, 'Неверный логин или пароль')
      this.#tokens += 1
      return { status: 200, body: { token: this.#token, error: null } }
    }
    if (headers.token === undefined) return refusal(401, 10, 'Передан некорректный токен')
    if (headers.token !== this.#token) return refusal(401, 11, 'Срок действия токена истёк')
    const [, action = '', uuid] = rest.split('/')
    if (method === 'GET' && action === 'report') return this.#report(uuid ?? '')
    return this.#register(action, version, body)
  }

  get #token(): string {
    return `token-${this.#tokens}`
  }

  #register(operation: string, version: string, body: Wire): Reply {
    const fault = faultOf(operation, version, body)
    if (fault) return refusal(400, 32, fault)
    const { external_id: id, receipt } = body
    const names: string[] = receipt.items.map((item: Wire) => item.name)
    const scenario = scenarioOf(receipt.total * 100, names)
    const times = this.books.seen(id)
    if (scenario === '06') return refusal(400, 32, 'Ошибка валидации: items[0].vat')
    if (scenario === '07' && times === 0) {
      this.#tokens += 1
      return refusal(401, 11, 'Срок действия токена истёк')
    }
    if (scenario === '08' && times === 0) return { status: 502, body: '<html>Bad Gateway</html>' }
    const isKnown = this.books.entries.has(id) || scenario === '04'
    const entry = this.books.register(id, scenario, { operation, ...body })
    if (scenario === '03' && times === 0) return null
    const error = isKnown
      ? { error_id: '1', code: 33, text: 'Документ уже существует', type: 'system' }
      : null
    return { status: isKnown ? 400 : 200, body: { uuid: uuidOf(entry), status: 'wait', error } }
  }

  #report(uuid: string): Reply {
    const entry = [...this.books.entries.values()].find((each) => uuidOf(each) === uuid)
    if (!entry) return { status: 200, body: { uuid, ...fail('wait', 34, 'Состояние не найдено', 'system') } }
    entry.polls += 1
    if (entry.scenario === '02' && entry.polls <= POLLS_OF_WAIT)
      return { status: 200, body: { uuid, status: 'wait', error: null, payload: null } }
    if (entry.scenario === '05' && !entry.externalId.endsWith('-2'))
      return { status: 200, body: { uuid, ...fail('fail', 1, 'Истекло время в очереди', 'timeout') } }
    const payload = {
      total: 0,
      fns_site: 'www.nalog.gov.ru',
      fn_number: '9999078900000000',
      shift_number: entry.shiftNumber,
      receipt_datetime: '01.03.2026 15:00:00',
      fiscal_receipt_number: entry.numberInShift,
      fiscal_document_number: entry.docNumber,
      ecr_registration_number: '0000000000012345',
      fiscal_document_attribute: Number(entry.sign),
      ofd_receipt_url: `https://ofd.test/${entry.sign}`,
    }
    return { status: 200, body: { uuid, status: 'done', error: null, payload } }
  }
}

const uuidOf = (entry: Entry): string => `uuid-${entry.sign}`

const fail = (status: string, code: number, text: string, type: string) => ({
  status,
  error: { error_id: '1', code, text, type },
})

const refusal = (status: number, code: number, text: string): Reply => ({
  status,
  body: fail('fail', code, text, 'system'),
})

/** Returns the violated protocol rule of a request, or null. */
function faultOf(
  operation: string,
  version: string,
  { external_id, timestamp, receipt }: Wire,
): string | null {
  if (!['sell', 'sell_refund', 'buy', 'buy_refund'].includes(operation)) return 'operation'
  if (typeof external_id !== 'string' || external_id.length > 128) return 'external_id'
  if (!/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/.test(timestamp)) return 'timestamp'
  const { client, company, items, payments, total } = receipt ?? {}
  if (!client?.email && !client?.phone) return 'receipt.client'
  if (!/^(\d{10}|\d{12})$/.test(company?.inn)) return 'receipt.company.inn'
  if (!items?.length || items.length > 100) return 'receipt.items'
  let cents = 0
  for (const item of items) {
    cents += Math.round(item.sum * 100)
    if (typeof item.payment_object !== (version === '4' ? 'string' : 'number')) return 'payment_object'
    if ((version === '5') !== (typeof item.measure === 'number')) return 'measure'
    if (!/^(none|vat\d+)$/.test(item.vat?.type)) return 'vat'
    if (item.name.length > 128) return 'name'
    if (Math.abs(Math.round(item.price * item.quantity * 100) - Math.round(item.sum * 100)) > 1) return 'sum'
  }
  if (cents !== Math.round(total * 100)) return 'receipt.total'
  const paid = payments.reduce((sum: number, each: Wire) => sum + Math.round(each.sum * 100), 0)
  return paid === cents ? null : 'receipt.payments'
}
