import { type Quantity, quantity } from '#shared/money/decimal.ts'
import { fromWallClock, toWallClock } from '#shared/std/zone-time.ts'
import type { DemoGood } from './goods.ts'
import { pick, randomFrom } from './random.ts'

/** A planned line. Goods and employees are identified by their index in the lists of the demo shop (goods.ts). */
interface PlannedLine {
  good: number
  quantity: Quantity
}

export interface PlannedSale {
  kind: 'Sale'
  at: Date
  lines: PlannedLine[]
  payment: 'Cash' | 'Card' | 'Qr'
  customer: number | null
  /** True when the promotion prices apply. */
  isPromoted: boolean
}

/** Planned return of one line of an earlier sale. */
export interface PlannedReturn {
  kind: 'Return'
  at: Date
  /** Index of the sale within the month. */
  sale: number
  line: number
}

export interface PlannedDocument {
  type: 'Enter' | 'Supply' | 'Transfer' | 'Loss' | 'Inventory'
  at: Date
  /** Place that receives or loses the goods. For a transfer, the source. */
  place: 'shop' | 'warehouse'
  supplier: number | null
  /** Lines. In a stock count, the quantities are the counted ones. */
  lines: PlannedLine[]
  /** Cost of a purchase, as a fraction of the usual cost. */
  costFactor: number
}

export interface PlannedDay {
  /** Documents posted before the shop opens. */
  morning: PlannedDocument[]
  shift: {
    number: number
    cashier: number
    openedAt: Date
    closedAt: Date
    receipts: (PlannedSale | PlannedReturn)[]
    /** Cash shortage at the close of the shift, in tenge. */
    missingTenge: number
  } | null
  /** Documents posted after the shop has closed. */
  evening: PlannedDocument[]
}

export interface MonthToPlan {
  seed: string
  /** End of the month. Nothing is planned after this time. */
  until: Date
  timeZone: string
  goods: readonly DemoGood[]
  promotedGroup: number
  cashiers: number
  customers: number
  payments: readonly PlannedSale['payment'][]
}

export const DAYS = 30
/** Index of the day on which the promotion starts. */
export const PROMOTION_DAY = 22

/** Relative number of receipts in each hour from 8:00 to 22:00. */
const HOURS = [3, 4, 4, 5, 6, 8, 8, 6, 5, 6, 9, 11, 9, 6]
const OPENS = 8
/** Relative number of receipts on each weekday, starting with Sunday. */
const WEEKDAYS = [1.2, 0.9, 0.88, 0.92, 0.98, 1.15, 1.35]
const USUAL_RECEIPTS = 58
/** Quantity in a delivery, in days of sales. */
const BRINGS_DAYS = 12
const REORDER_DAYS = 5
/** One in this many goods is no longer reordered and runs low. */
const NEGLECTED_EVERY = 19
const NEGLECTED_FROM_DAY = 12
const DAY_MS = 86_400_000

/**
 * Returns the operations of the demo shop for `DAYS` days and the part of the last day before `until`.
 * Deterministic. Sales never exceed the stock.
 */
export function planMonth(month: MonthToPlan): PlannedDay[] {
  const planner = new Planner(month)
  return Array.from({ length: DAYS + 1 }, (_, day) => planner.day(day))
}

/** Returns the average daily sales of each product, in pieces or kilograms. */
export function usualSales(goods: readonly DemoGood[], seed: string): number[] {
  const random = randomFrom(`${seed} demand`)
  // A few goods sell well and most sell rarely. Expensive goods sell less.
  return goods.map(({ price }) => (0.15 + 2.6 * random() ** 3) * Math.min(1.4, (900 / price) ** 0.4))
}

class Planner {
  readonly #month: MonthToPlan
  readonly #random: () => number
  readonly #demand: number[]
  readonly #stock: Record<'shop' | 'warehouse', number[]>
  readonly #firstDay: string
  readonly #sales: PlannedSale[] = []
  readonly #returned = new Set<number>()

  constructor(month: MonthToPlan) {
    this.#month = month
    this.#random = randomFrom(`${month.seed} month`)
    this.#demand = usualSales(month.goods, month.seed)
    const none = () => month.goods.map(() => 0)
    this.#stock = { shop: none(), warehouse: none() }
    this.#firstDay = toWallClock(
      new Date(month.until.getTime() - DAYS * DAY_MS).toISOString(),
      month.timeZone,
    ).slice(0, 10)
  }

  day(day: number): PlannedDay {
    const morning = this.#passed(day === 0 ? this.#opening(day) : this.#morning(day))
    return { morning, shift: this.#shift(day), evening: this.#passed(this.#evening(day)) }
  }

  #moment(day: number, time: string): Date {
    const date = new Date(Date.parse(this.#firstDay) + day * DAY_MS).toISOString().slice(0, 10)
    return new Date(fromWallClock(`${date} ${time}`, this.#month.timeZone))
  }

  #passed(documents: PlannedDocument[]): PlannedDocument[] {
    const done = documents.filter(({ at, lines }) => at < this.#month.until && lines.length > 0)
    for (const { type, place, lines } of done)
      for (const { good, quantity } of lines) {
        const stock = this.#stock[place]
        if (type === 'Inventory') stock[good] = quantity
        else if (type === 'Loss') stock[good] = (stock[good] ?? 0) - quantity
        else if (type === 'Transfer') {
          stock[good] = (stock[good] ?? 0) - quantity
          this.#stock.shop[good] = (this.#stock.shop[good] ?? 0) + quantity
        } else stock[good] = (stock[good] ?? 0) + quantity
      }
    return done
  }

  /**
   * Returns the quantity usually sold in `days` days, rounded up to whole pieces or tenths of a kilogram,
   * plus a reserve.
   */
  #enough(good: number, days: number): Quantity {
    const usual = (this.#demand[good] ?? 0) * days
    return quantity(
      this.#month.goods[good]?.isWeighed ? Math.ceil(usual * 10) / 10 + 1 : Math.ceil(usual) + 2,
    )
  }

  #opening(day: number): PlannedDocument[] {
    const all = this.#month.goods.map((_, good) => good)
    const lines = (goods: number[], days: number) =>
      goods.map((good) => ({ good, quantity: this.#enough(good, days) }))
    const enter = { type: 'Enter', supplier: null, costFactor: 1 } as const
    const stored = all.filter((good) => this.#isStored(good) && good % 3 === 0)
    return [
      { ...enter, at: this.#moment(day, '06:30:00'), place: 'shop', lines: lines(all, 8) },
      { ...enter, at: this.#moment(day, '06:40:00'), place: 'warehouse', lines: lines(stored, 10) },
    ]
  }

  /** True for nonperishable goods, which are also stored in the warehouse. */
  #isStored(good: number): boolean {
    return (this.#month.goods[good]?.supplier ?? 0) >= 4
  }

  /**
   * Plans the morning deliveries. Each supplier delivers every third day. One transfer moves goods from the
   * warehouse to the shop.
   */
  #morning(day: number): PlannedDocument[] {
    const suppliers = [...new Set(this.#month.goods.map(({ supplier }) => supplier))]
    const supplies = suppliers
      .filter((supplier) => (day + supplier) % 3 === 0)
      .map((supplier, turn): PlannedDocument => {
        const goods = this.#month.goods.flatMap((good, at) => (good.supplier === supplier ? [at] : []))
        const lines = goods
          .filter((good) => (this.#stock.shop[good] ?? 0) < this.#enough(good, REORDER_DAYS))
          .filter((good) => day < NEGLECTED_FROM_DAY || good % NEGLECTED_EVERY !== 0)
          .map((good) => ({ good, quantity: this.#enough(good, BRINGS_DAYS) }))
        const at = this.#moment(day, `07:${String(5 + turn * 9).padStart(2, '0')}:00`)
        const costFactor = 0.97 + Math.round(this.#random() * 6) / 100
        return { type: 'Supply', at, place: 'shop', supplier, lines, costFactor }
      })
    if (day !== 17) return supplies
    const lines = this.#stock.warehouse.flatMap((stock, good) =>
      stock > 0 && (this.#stock.shop[good] ?? 0) < this.#enough(good, 6)
        ? [{ good, quantity: this.#enough(good, 4) }]
        : [],
    )
    const at = this.#moment(day, '06:45:00')
    return [{ type: 'Transfer', at, place: 'warehouse', supplier: null, lines, costFactor: 1 }, ...supplies]
  }

  /**
   * Plans the evening documents. The month has two write-offs of spoiled fruit, and one stock count with a
   * shortage and a surplus.
   */
  #evening(day: number): PlannedDocument[] {
    const at = this.#moment(day, '22:30:00')
    const inStock = (from: number, count: number) =>
      this.#month.goods
        .map((_, good) => good)
        .filter((good) => good >= from && (this.#stock.shop[good] ?? 0) >= quantity(3))
        .slice(0, count)
    const goodsFrom = this.#month.goods.findIndex(({ isWeighed }) => isWeighed)
    if (day === 9 || day === 21) {
      const lines = inStock(goodsFrom + (day % 5), 4).map((good) => ({ good, quantity: quantity(1.2) }))
      return [{ type: 'Loss', at, place: 'shop', supplier: null, lines, costFactor: 1 }]
    }
    if (day !== 24) return []
    const lines = inStock(90, 14).map((good, place) => ({
      good,
      quantity: ((this.#stock.shop[good] ?? 0) +
        quantity([0, 0, -1, 0, 1, 0, -2][place % 7] ?? 0)) as Quantity,
    }))
    return [{ type: 'Inventory', at, place: 'shop', supplier: null, lines, costFactor: 1 }]
  }

  #shift(day: number): PlannedDay['shift'] {
    const { until, cashiers } = this.#month
    const openedAt = this.#moment(day, '07:50:00')
    if (openedAt >= until) return null
    const planned = this.#momentsOf(day).filter((at) => at < until)
    const receipts = planned.flatMap((at) => this.#receipt(day, at) ?? [])
    const closes = this.#moment(day, '22:10:00')
    return {
      number: day + 1,
      cashier: Math.floor(day / 2) % cashiers,
      openedAt,
      receipts,
      closedAt: closes < until ? closes : until,
      missingTenge: day === 13 ? 500 : 0,
    }
  }

  #momentsOf(day: number): Date[] {
    const opens = this.#moment(day, `${String(OPENS).padStart(2, '0')}:00:00`)
    const weekday = new Date(Date.parse(this.#firstDay) + day * DAY_MS).getUTCDay()
    const count = Math.round(USUAL_RECEIPTS * (WEEKDAYS[weekday] ?? 1) * (0.9 + 0.2 * this.#random()))
    const hours = Array.from({ length: count }, () => pick(HOURS, this.#random()))
    return hours
      .map((hour) => new Date(opens.getTime() + Math.round((hour + this.#random()) * 3600) * 1000))
      .toSorted((a, b) => a.getTime() - b.getTime())
  }

  #receipt(day: number, at: Date): PlannedSale | PlannedReturn | undefined {
    const back = this.#random() < 0.012 ? this.#return(at) : undefined
    if (back) return back
    const lines = this.#lines()
    if (lines.length === 0) return undefined
    const { payments, customers } = this.#month
    const sale: PlannedSale = {
      kind: 'Sale',
      at,
      lines,
      payment: payments[pick([34, 50, 16].slice(0, payments.length), this.#random())] ?? 'Cash',
      customer: this.#random() < 0.24 ? Math.floor(this.#random() ** 1.6 * customers) : null,
      isPromoted: day >= PROMOTION_DAY,
    }
    this.#sales.push(sale)
    return sale
  }

  #lines(): PlannedLine[] {
    const count = Math.min(12, 1 + Math.floor(-Math.log(1 - this.#random()) * 2.4))
    const lines = new Map<number, Quantity>()
    for (let n = 0; n < count; n += 1) {
      const good = pick(this.#demand, this.#random())
      const wanted = this.#month.goods[good]?.isWeighed
        ? ((250 + Math.round(this.#random() * 1600)) as Quantity)
        : quantity(pick([80, 15, 5], this.#random()) + 1)
      const left = this.#stock.shop[good] ?? 0
      if (lines.has(good) || left < wanted) continue
      lines.set(good, wanted)
      this.#stock.shop[good] = (left - wanted) as Quantity
    }
    return [...lines].map(([good, quantity]) => ({ good, quantity }))
  }

  /**
   * Plans a return for a random recent receipt without a loyalty card and at full price, so that the refund
   * equals the payment. Returns undefined when the chosen receipt is not suitable.
   */
  #return(at: Date): PlannedReturn | undefined {
    const latest = this.#sales.length - 1
    const sale = latest - Math.floor(this.#random() * Math.min(150, this.#sales.length))
    const planned = this.#sales[sale]
    if (!planned || planned.customer !== null || this.#returned.has(sale)) return undefined
    const line = Math.floor(this.#random() * planned.lines.length)
    const back = planned.lines[line]
    const { goods, promotedGroup } = this.#month
    if (!back || (planned.isPromoted && goods[back.good]?.group === promotedGroup)) return undefined
    this.#returned.add(sale)
    this.#stock.shop[back.good] = (this.#stock.shop[back.good] ?? 0) + back.quantity
    return { kind: 'Return', at, sale, line }
  }
}
