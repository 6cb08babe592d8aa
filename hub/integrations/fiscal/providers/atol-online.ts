import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import { amount, amountToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { toWallClock } from '#shared/std/zone-time.ts'
import { type FiscalAdapter, failed, type Outcome } from '../adapter.ts'
import { contactOf } from '../contact.ts'
import { type Answer, type Exchange, exchange, outcomeOf, Refused, unclear } from '../exchange.ts'
import { limitViolation } from '../limits.ts'
import { withNetPrices } from '../net-prices.ts'
import { paymentSubjectOf } from '../payment-subjects.ts'
import { type PaymentNames, paymentsByName } from '../payments.ts'
import type { FiscalLine, FiscalReceipt, ReportedResult } from '../receipt.ts'
import { TAX_SYSTEMS } from '../tax-systems.ts'
import { anyVatName, vatCodeOf } from '../vat-codes.ts'
import { fromDotted, MOSCOW, toDotted } from '../wire-time.ts'

export interface AtolOnline {
  /** Base address, such as https://online.atol.ru/possystem/v5 */
  baseUrl: string
  /** Protocol version. v4 uses fiscal document format 1.05, v5 uses 1.2. */
  version: 'v4' | 'v5'
  login: string
  password: string
  groupCode: string
  inn: string
  taxSystem: RussianTaxSystem
  paymentAddress: string
  companyEmail: string
  /** True for the emulator, which accepts the VAT rates of any country. */
  takesAnyVat?: boolean
}

const LIMITS = { lines: 100, amount: amount(42_949_672.95), quantity: 99_999.999 }
const PAYMENT_TYPES: PaymentNames<number> = { Cash: 0, Card: 1, Mobile: 1, Prepaid: 2, Credit: 3, Other: 4 }
/** Names of payment subjects in protocol 4. */
const SUBJECT_WORDS: Record<number, string> = {
  1: 'commodity',
  2: 'excise',
  4: 'service',
  10: 'payment',
  13: 'another',
}
/** Codes for a token that became invalid right after it was issued, because another client signed in. */
const FORGOTTEN = [10, 11]
const TOKEN_CODES = [...FORGOTTEN, 20]

interface Reply {
  uuid?: string | null
  token?: string
  status?: 'wait' | 'done' | 'fail'
  error?: { code: number; text: string; type?: string } | null
  payload?: Record<string, unknown> | null
}

/**
 * Returns an adapter for ATOL Online, protocols 4 and 5. The provider recognizes a repeated request by its id
 * (error 33), so a receipt is looked up by sending it again.
 */
export function atolOnline(settings: AtolOnline): FiscalAdapter {
  const { baseUrl, groupCode, login, password } = settings
  const base = baseUrl.replace(/\/$/, '')
  let token: string | undefined

  async function signIn(): Promise<string> {
    const answer = await exchange({
      method: 'POST',
      url: `${base}/getToken`,
      body: { login, pass: password },
    })
    const { token: given, error } = replyOf(answer)
    if (given) return given
    if (error) throw new Refused(failed(error.code, error.text, 'Person'))
    throw new Refused(failed('SignIn', `HTTP ${answer.status}`, 'Retry'))
  }

  /** Sends a request with a token. If the provider rejects the token, signs in and sends the request once more. */
  async function ask(what: Exchange): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      token ??= await signIn()
      const answer = await exchange({ ...what, headers: { Token: token } })
      const code = replyOf(answer).error?.code
      if (attempt === 2 || code === undefined || !TOKEN_CODES.includes(code)) return answer
      token = undefined
    }
  }

  return {
    capabilities: {
      async: true,
      needsShift: false,
      returnNeedsBasis: false,
      maxLines: LIMITS.lines,
      offlineHours: null,
    },
    send: (receipt) =>
      outcomeOf(async () => {
        const netReceipt = { ...receipt, lines: withNetPrices(receipt.lines) }
        const refusal = limitViolation(netReceipt, LIMITS)
        if (refusal) return refusal
        const operation = receipt.operation === 'Sell' ? 'sell' : 'sell_refund'
        const url = `${base}/${encodeURIComponent(groupCode)}/${operation}`
        return outcomeOfAnswer(
          await ask({ method: 'POST', url, body: requestOf(netReceipt, settings) }),
          settings,
        )
      }),
    status: (uuid) =>
      outcomeOf(async () => {
        const url = `${base}/${encodeURIComponent(groupCode)}/report/${encodeURIComponent(uuid)}`
        return outcomeOfAnswer(await ask({ method: 'GET', url }), settings, uuid)
      }),
  }
}

function requestOf(receipt: FiscalReceipt, settings: AtolOnline) {
  const { cashierName, payments, lines, total, soldAt, timeZone } = receipt
  const contact = contactOf(receipt, settings.companyEmail)
  const day = toWallClock(soldAt, timeZone).slice(0, 10)
  return {
    external_id: receipt.externalId,
    timestamp: toDotted(soldAt, timeZone),
    receipt: {
      client: { [contact.kind]: contact.value },
      company: {
        email: settings.companyEmail,
        sno: TAX_SYSTEMS[receipt.taxSystem ?? settings.taxSystem].sno,
        inn: settings.inn,
        payment_address: settings.paymentAddress,
      },
      items: lines.map((line) => itemOf(line, settings, day)),
      payments: paymentsByName(payments, PAYMENT_TYPES).map(({ name, sum }) => ({
        type: name,
        sum: amountToNumber(sum),
      })),
      total: amountToNumber(total),
      ...(cashierName === null ? {} : { cashier: cashierName.slice(0, 64) }),
    },
  }
}

function itemOf(line: FiscalLine, { version, takesAnyVat }: AtolOnline, day: string) {
  const { name, price, quantity, sum, unit, isAdvance, vatSum, markingCode } = line
  const type = takesAnyVat ? anyVatName(line) : vatCodeOf(line, day).name
  const vat = { type, sum: amountToNumber(vatSum) }
  const common = {
    name: name.slice(0, 128),
    price: amountToNumber(price),
    quantity: quantityToNumber(quantity),
    sum: amountToNumber(sum),
    payment_method: isAdvance ? 'advance' : 'full_payment',
    vat,
  }
  if (version === 'v4')
    return {
      ...common,
      measurement_unit: unit.name.slice(0, 16),
      payment_object: SUBJECT_WORDS[paymentSubjectOf(line, '1.05')],
    }
  return {
    ...common,
    measure: unit.fiscalMeasure,
    payment_object: paymentSubjectOf(line, '1.2'),
    ...(markingCode === null
      ? {}
      : {
          mark_processing_mode: '0',
          mark_code: { gs1m: Buffer.from(markingCode, 'utf8').toString('base64') },
        }),
  }
}

function outcomeOfAnswer(answer: Answer, { taxSystem }: AtolOnline, requested?: string): Outcome {
  const { uuid, status, error, payload } = replyOf(answer)
  const providerId = uuid ?? requested
  // 33: the id is already known. 34: the state is not available yet.
  if (error?.code === 33 && providerId) return { state: 'Pending', providerId }
  if (error?.code === 34 && requested) return { state: 'Pending', providerId: requested }
  if (error) {
    if (status === 'fail' && error.type === 'timeout')
      return failed(error.code, error.text, error.code === 1 ? 'NewExternalId' : 'Retry')
    if (FORGOTTEN.includes(error.code)) return failed(error.code, error.text, 'Retry')
    return answer.status >= 500 ? unclear(answer) : failed(error.code, error.text, 'Person')
  }
  if (status === 'done' && payload) return { state: 'Done', result: resultOf(payload, taxSystem) }
  if (status === 'wait' && providerId) return { state: 'Pending', providerId }
  return unclear(answer)
}

function resultOf(payload: Record<string, unknown>, taxSystem: RussianTaxSystem): ReportedResult {
  const text = (name: string): string | null => (payload[name] == null ? null : String(payload[name]))
  const number = (name: string): number | null => (payload[name] == null ? null : Number(payload[name]))
  return {
    sign: text('fiscal_document_attribute') ?? '',
    docNumber: text('fiscal_document_number'),
    regNumber: text('ecr_registration_number'),
    serialNumber: null,
    fnNumber: text('fn_number'),
    shiftNumber: number('shift_number'),
    numberInShift: number('fiscal_receipt_number'),
    time: fromDotted(text('receipt_datetime'), MOSCOW),
    url: text('ofd_receipt_url'),
    isOffline: false,
    ofdName: null,
    checkSite: text('fns_site'),
    taxSystem,
  }
}

const replyOf = ({ body }: Answer): Reply =>
  typeof body === 'object' && body !== null ? (body as Reply) : {}
