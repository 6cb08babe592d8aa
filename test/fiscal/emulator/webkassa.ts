import { Books, type Entry, scenarioOf } from './books.ts'
import type { Desk, ProviderRequest, Reply, Wire } from './server.ts'

/**
 * Emulator of Webkassa 4 with one cash box. It accepts any API key and login, and any password except for
 * «wrong».
 */
export class WebkassaDesk implements Desk {
  readonly books = new Books()
  #tokens = 1
  #isShiftTooLong = false

  answer({ path, headers, body }: ProviderRequest): Reply | undefined {
    const [, name] = /^\/api(?:-history)?\/v4\/(.+)$/.exec(path) ?? []
    if (name === undefined) return undefined
    if (headers['x-api-key'] === undefined) return { status: 401, body: 'x-api-key' }
    if (name === 'Authorize')
      return body.Password === 'wrong'
        ? error(1, 'Неверный логин или пароль')
        : data({ Token: `token-${this.#tokens}` })
    if (body.Token !== `token-${this.#tokens}`) return error(2, 'Срок действия сессии истек')
    switch (name) {
      case 'check':
        return this.#check(body)
      case 'MoneyOperation':
        return this.#moveCash(body)
      case 'ZReport':
        this.#isShiftTooLong = false
        return this.books.closeShift() ? data({ ReportNumber: 1 }) : error(12, 'Смена уже закрыта')
      case 'Cashbox/ShiftHistory':
        return data({
          Shifts: [...this.books.closed, this.books.shiftNumber]
            .reverse()
            .slice(body.Skip, body.Skip + body.Take)
            .map((ShiftNumber) => ({ ShiftNumber })),
        })
      case 'Ticket/GetTicketByExternalCheckNumber':
        return this.#ticket(body)
      case 'Check/History':
        return data({
          Rows: [...this.books.entries.values()]
            .filter((each) => each.shiftNumber === body.ShiftNumber)
            .map(answerOf),
        })
      default:
        return { status: 404 }
    }
  }

  #check(body: Wire): Reply {
    const fault = faultOf(body)
    if (fault) return error(9, `Ошибка валидации: ${fault}`)
    if (body.OperationType === 3 && !body.ReturnBasisDetails?.CheckNumber)
      return error(255, 'Не указан чек основания')
    const id: string = body.ExternalCheckNumber
    const scenario = scenarioOf(
      totalOf(body),
      body.Positions.map((each: Wire) => each.PositionName),
    )
    const times = this.books.seen(id)
    if (scenario === '06') return error(9, 'Ошибка валидации: Positions[0].UnitCode')
    if (scenario === '07' && times === 0) {
      this.#tokens += 1
      return error(2, 'Срок действия сессии истек')
    }
    if (scenario === '08' && times === 0) return { status: 502, body: '<html>Bad Gateway</html>' }
    if (scenario === '05' && times === 0) this.#isShiftTooLong = true
    if (this.#isShiftTooLong) {
      this.books.isShiftOpen = true
      return error(11, 'Продолжительность смены превышает 24 часа')
    }
    if (scenario === '04') this.books.register(id, scenario, body)
    if (this.books.entries.has(id)) return error(14, 'Дублирование внешнего номера чека')
    const entry = this.books.register(id, scenario, body)
    return scenario === '03' ? null : data(answerOf(entry))
  }

  #moveCash({ OperationType, Sum, ExternalCheckNumber: id }: Wire): Reply {
    if (![0, 1].includes(OperationType) || !(Sum > 0) || typeof id !== 'string')
      return error(9, 'Ошибка валидации')
    if (this.books.cash.has(id)) return error(14, 'Дублирование внешнего номера чека')
    const moved = OperationType === 0 ? hundredths(Sum) : -hundredths(Sum)
    if (this.books.inDrawer + moved < 0) return error(8, 'Недостаточно наличных в кассе')
    this.books.moveCash(id, moved)
    return data({ Sum: this.books.inDrawer / 100 })
  }

  #ticket({ ExternalCheckNumber, ShiftNumber }: Wire): Reply {
    const entry = this.books.entries.get(ExternalCheckNumber)
    if (!entry || entry.shiftNumber !== ShiftNumber) return error(19, 'Чек не найден по внешнему номеру')
    return data(answerOf(entry))
  }
}

const error = (Code: number, Text: string): Reply => ({ status: 200, body: { Errors: [{ Code, Text }] } })
const data = (Data: unknown): Reply => ({ status: 200, body: { Data } })

const answerOf = ({ externalId, sign, numberInShift, shiftNumber, scenario }: Entry) => ({
  CheckNumber: sign,
  DateTime: '01.03.2026 17:00:00',
  OfflineMode: scenario === '09',
  CashboxOfflineMode: scenario === '09',
  Cashbox: {
    UniqueNumber: 'SWK00000001',
    RegistrationNumber: '010100000001',
    IdentityNumber: '1',
    Ofd: { Name: 'АО «Оператор»', Host: 'consumer.ofd.test', Code: 1 },
  },
  CheckOrderNumber: numberInShift,
  ShiftNumber: shiftNumber,
  TicketUrl: `https://ofd.test/${sign}`,
  ExternalCheckNumber: externalId,
})

const hundredths = (value: number | undefined): number => Math.round((value ?? 0) * 100)

function totalOf({ Positions }: Wire): number {
  let total = 0
  for (const { Price, Count, Discount, Markup } of Positions)
    total += hundredths(Price * Count) - hundredths(Discount) + hundredths(Markup)
  return total
}

/** Returns the violated protocol rule of a request, or null. */
function faultOf(body: Wire): string | null {
  const { OperationType, Positions, Payments, Change, ExternalCheckNumber } = body
  if (![0, 1, 2, 3].includes(OperationType)) return 'OperationType'
  if (typeof ExternalCheckNumber !== 'string' || ExternalCheckNumber.length > 50) return 'ExternalCheckNumber'
  if (!Positions?.length) return 'Positions'
  for (const { PositionName, TaxType, TaxPercent, UnitCode } of Positions) {
    if (!PositionName) return 'PositionName'
    if (![0, 100].includes(TaxType) || (TaxType === 100) !== (typeof TaxPercent === 'number'))
      return 'TaxType'
    if (!UnitCode) return 'UnitCode'
  }
  const types = Payments.map((each: Wire) => each.PaymentType)
  if (new Set(types).size !== types.length || types.some((type: number) => ![0, 1, 4].includes(type)))
    return 'PaymentType'
  let paid = -hundredths(Change)
  for (const { Sum } of Payments) paid += hundredths(Sum)
  return paid === totalOf(body) ? null : 'Payments'
}
