import { generateKeyPairSync, verify } from 'node:crypto'
import { Books, scenarioOf } from './books.ts'
import type { Desk, ProviderRequest, Reply, Wire } from './server.ts'

const POLLS_OF_WAIT = 2

const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Emulator of OrangeData 2. It accepts requests signed with `signingKey`. */
export class OrangeDataDesk implements Desk {
  readonly books = new Books()
  #made: ReturnType<typeof makeKeys> | undefined

  /** Keys, generated on first use because that is slow. */
  get #keys() {
    this.#made ??= makeKeys()
    return this.#made
  }

  /** Private key for signing requests, as PEM. */
  get signingKey(): string {
    return this.#keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  }

  answer({ method, path, headers, text, body }: ProviderRequest): Reply | undefined {
    const [, rest] = /^\/api\/v2\/documents\/(.*)$/.exec(path) ?? []
    if (rest === undefined) return undefined
    if (method === 'GET') return this.#status(decodeURIComponent(rest.split('/')[2] ?? ''))
    const signature = Buffer.from(String(headers['x-signature']), 'base64')
    if (!verify('RSA-SHA256', Buffer.from(text), this.#keys.publicKey, signature))
      return { status: 401, body: { errors: ['Подпись неверна'] } }
    return this.#register(body)
  }

  #register(body: Wire): Reply {
    const fault = faultOf(body)
    if (fault) return { status: 400, body: { errors: [fault] } }
    const { id, content } = body
    const total = content.totalSum * 100
    const scenario = scenarioOf(
      total,
      content.positions.map((each: Wire) => each.text),
    )
    const times = this.books.seen(id)
    if (scenario === '06') return { status: 400, body: { errors: ['positions[0].tax'] } }
    if (scenario === '08' && times === 0) return { status: 502, body: '<html>Bad Gateway</html>' }
    if (scenario === '07' && times === 0) return { status: 503, headers: { 'Retry-After': '10' } }
    const isKnown = this.books.entries.has(id) || scenario === '04'
    this.books.register(id, scenario, body)
    if (scenario === '03' && times === 0) return null
    return isKnown ? { status: 409, body: { errors: ['Документ уже существует'] } } : { status: 201 }
  }

  #status(id: string): Reply {
    const entry = this.books.entries.get(id)
    if (!entry) return { status: 400, body: { errors: ['Документ не найден'] } }
    entry.polls += 1
    if (entry.scenario === '02' && entry.polls <= POLLS_OF_WAIT) return { status: 202 }
    if (entry.scenario === '05' && !id.endsWith('-2'))
      return { status: 524, body: { errors: ['Истекло время в очереди'] } }
    return {
      status: 200,
      body: {
        id,
        deviceSN: '1',
        deviceRN: '0000000000054321',
        fsNumber: '9999078900000000',
        fp: entry.sign,
        documentNumber: entry.docNumber,
        shiftNumber: entry.shiftNumber,
        documentIndex: entry.numberInShift,
        processedAt: '2026-03-01T15:00:00',
        ofdName: 'ОФД',
        fnsWebsite: 'www.nalog.gov.ru',
      },
    }
  }
}

/** Returns the violated protocol rule of a request, or null. */
function faultOf({ id, inn, group, key, content }: Wire): string | null {
  if (typeof id !== 'string' || id.length < 1 || id.length > 64) return 'id'
  if (!inn || !group || !key) return 'inn, group, key'
  const isNew = content.ffdVersion === 4
  let total = 0
  for (const {
    price,
    quantity,
    tax,
    text,
    unitOfMeasurement,
    quantityMeasurementUnit,
  } of content.positions) {
    total += Math.round(price * quantity * 100)
    if (!(tax >= 1 && tax <= 12)) return 'tax'
    if (!text || text.length > 128) return 'text'
    if (isNew !== (quantityMeasurementUnit !== undefined) || isNew === (unitOfMeasurement !== undefined))
      return 'unit'
  }
  let paid = 0
  for (const { amount } of content.checkClose.payments) paid += Math.round(amount * 100)
  // The total can be rounded down by less than a rouble.
  return paid <= total && total - paid < 100 ? null : 'checkClose.payments'
}
