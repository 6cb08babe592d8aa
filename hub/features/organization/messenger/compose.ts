import type { messengerNotices } from '#hub/db/tables/messenger.ts'
import type { MessengerLanguage, NoticeKind } from '#shared/contracts/organization/messenger.ts'
import { type Amount, amountToNumber, type Quantity, quantityToNumber } from '#shared/money/decimal.ts'
import { fillWords } from '#shared/std/fill-words.ts'
import type { ReadShiftTotals } from '#shared/sync/shift.ts'
import { wordsOf } from './words.ts'

export type NoticeRow = typeof messengerNotices.$inferSelect

/** Of the bot API, less what a line of another alphabet may count for. */
const MOST_CHARACTERS = 4000
const MOST_PRODUCTS = 30

/** What notices are worded with. */
export interface Wording {
  language: MessengerLanguage
  timeZone: string
  organization: string
  currency: string
  /** It may have come before. */
  isAgain: boolean
}

interface Composed {
  text: string
  /** Those that had room. */
  told: NoticeRow[]
}

/** One message of as many notices as it has room for, products that run low in one list. */
export function compose(notices: readonly NoticeRow[], wording: Wording): Composed {
  const { paragraph, lowStock, again } = writer(wording)
  const told: NoticeRow[] = []
  const parts = wording.isAgain ? [again] : []
  const add = (text: string, ...rows: NoticeRow[]): void => {
    if (told.length > 0 && [...parts, text].join('\n\n').length > MOST_CHARACTERS) return
    parts.push(text.slice(0, MOST_CHARACTERS))
    told.push(...rows)
  }
  for (const notice of notices) if (notice.kind !== 'lowStock') add(paragraph(notice), notice)
  const low = notices.filter(({ kind }) => kind === 'lowStock')
  if (low.length > 0) add(lowStock(low), ...low)
  return { text: parts.join('\n\n'), told }
}

const LOCALES: Record<MessengerLanguage, string> = { en: 'en-GB', ru: 'ru-RU', kk: 'kk-KZ' }

function writer({ language, timeZone, organization, currency }: Wording) {
  const words = wordsOf(language)
  const locale = LOCALES[language]
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const clock = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const sum = (steps: number) => money.format(amountToNumber(steps as Amount))
  const pieces = (steps: number) => number.format(quantityToNumber(steps as Quantity))
  const moment = (time: unknown) => (typeof time === 'string' ? clock.format(new Date(time)) : '–')

  function shift(facts: ShiftFacts): string[] {
    const { totals, countedCash: counted } = facts
    const about = { ...named(facts), at: moment(facts.closedAt) }
    const lines = [fillWords(words.shiftClosed, about), fillWords(words.shiftBy, about)]
    if (!totals) return lines
    const { salesCash: cash, salesCard: card, salesOther = 0 } = totals
    const returned = totals.returnsCash + totals.returnsCard + (totals.returnsOther ?? 0)
    lines.push(
      fillWords(words.sales, { sum: sum(cash + card + salesOther), count: totals.receiptsCount }),
      fillWords(words.byMeans, { cash: sum(cash), card: sum(card), other: sum(salesOther) }),
    )
    if (totals.returnsCount > 0)
      lines.push(fillWords(words.returns, { sum: sum(returned), count: totals.returnsCount }))
    if (counted === null) return lines
    lines.push(fillWords(words.counted, { counted: sum(counted), expected: sum(totals.expectedCash) }))
    const difference = counted - totals.expectedCash
    if (difference !== 0) lines.push(fillWords(words.discrepancy, { difference: sum(difference) }))
    return lines
  }

  const PARAGRAPHS: Record<Exclude<NoticeKind, 'lowStock'>, (facts: NoticeRow['facts']) => string[]> = {
    bound: () => [fillWords(words.bound, { organization })],
    test: () => [fillWords(words.test, { organization })],
    tillSilent: (facts) => [
      words.tillSilent,
      fillWords(words.tillSilentLine, { ...named(facts), since: moment(facts.since) }),
    ],
    largeReturn: (facts) => [
      fillWords(words.largeReturn, { sum: sum(facts.sum as number) }),
      fillWords(words.largeReturnLine, { ...named(facts), at: moment(facts.at) }),
    ],
    shiftClosed: (facts) => shift(facts as unknown as ShiftFacts),
  }

  return {
    again: words.again,
    paragraph: ({ kind, facts }: NoticeRow): string =>
      kind === 'lowStock' ? '' : PARAGRAPHS[kind](facts).join('\n'),
    lowStock: (rows: readonly NoticeRow[]): string => {
      const lines = rows.slice(0, MOST_PRODUCTS).map(({ facts }) =>
        fillWords(words.lowStockLine, {
          name: String(facts.name).slice(0, 60),
          quantity: pieces(facts.quantity as number),
          minimum: pieces(facts.minStock as number),
        }),
      )
      const more = rows.length - lines.length
      const rest = more > 0 ? [fillWords(words.more, { count: more })] : []
      return [fillWords(words.lowStock, { count: rows.length }), ...lines, ...rest].join('\n')
    },
  }
}

interface ShiftFacts extends Record<string, unknown> {
  closedAt: string
  countedCash: number | null
  totals: ReadShiftTotals | null
}

const NAMES = ['till', 'point', 'number', 'cashier'] as const

/** A dash for what is not known. */
const named = (facts: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, String(facts[name] ?? '–').slice(0, 100)]))
