import type { DigestFacts } from '#hub/db/tables/digests.ts'
import type { messengerNotices } from '#hub/db/tables/messenger.ts'
import type { MessengerLanguage, NoticeKind } from '#shared/contracts/organization/messenger.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { fillWords } from '#shared/std/fill-words.ts'
import { makeFormat } from '#shared/std/format.ts'
import type { ReadShiftTotals } from '#shared/sync/shift.ts'
import type { OrganizationFacts } from './organization-facts.ts'
import { type Words, wordsOf } from './words.ts'

export type NoticeRow = typeof messengerNotices.$inferSelect

/** Message limit of the bot API, less a safety margin for other alphabets. */
const MOST_CHARACTERS = 4000
const MOST_LINES = 30

/** Frequent kinds of notices, combined into lists. */
const LISTED = ['fiscalStuck', 'lowStock'] as const
type Listed = (typeof LISTED)[number]
const isListed = (kind: NoticeKind): kind is Listed => (LISTED as readonly NoticeKind[]).includes(kind)

/** Settings and facts for composing messages. */
export interface Wording extends OrganizationFacts {
  language: MessengerLanguage
  /** True when the message may have been sent before. */
  isAgain: boolean
}

interface Composed {
  text: string
  /** Notices included in the message. */
  included: NoticeRow[]
}

/** Composes one message from as many notices as fit. Combines notices of a frequent kind into a list. */
export function compose(notices: readonly NoticeRow[], wording: Wording): Composed {
  const { paragraph, lists, again } = writer(wording)
  const included: NoticeRow[] = []
  const parts = wording.isAgain ? [again] : []
  const add = (text: string, ...rows: NoticeRow[]): void => {
    if (included.length > 0 && [...parts, text].join('\n\n').length > MOST_CHARACTERS) return
    parts.push(text.slice(0, MOST_CHARACTERS))
    included.push(...rows)
  }
  for (const notice of notices) if (!isListed(notice.kind)) add(paragraph(notice), notice)
  for (const listed of LISTED) {
    const rows = notices.filter(({ kind }) => kind === listed)
    if (rows.length > 0) add(lists[listed](rows), ...rows)
  }
  return { text: parts.join('\n\n'), included }
}

/** Returns the lines of a morning digest, starting with the title. */
export const wordDigest = (facts: DigestFacts, wording: Omit<Wording, 'isAgain'>): string[] =>
  writer(wording).digest(facts)

function writer({ language, timeZone, organization, currency }: Omit<Wording, 'isAgain'>) {
  const words = wordsOf(language)
  const { money, quantity, day, dateTime } = makeFormat(language, currency, timeZone)
  const sum = (steps: number) => money(amountToNumber(steps as Amount))
  const costs = (steps: number) => money(costToNumber(steps as Cost))
  const pieces = (steps: number) => quantity(quantityToNumber(steps as Quantity))
  const moment = (time: unknown) => (typeof time === 'string' ? dateTime(time) : '–')

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

  function digest(facts: DigestFacts): string[] {
    const { papers, prices, belowCost, people, silent, pastChange } = facts
    const lines = [
      fillWords(words.digest, { organization, day: day(facts.day) }),
      fillWords(words.sales, { sum: sum(facts.sum), count: facts.receipts }),
    ]
    if (facts.returns > 0)
      lines.push(fillWords(words.returns, { sum: sum(facts.returnSum), count: facts.returns }))
    lines.push(
      fillWords(words.digestProfit, { sum: costs(facts.profit) }),
      fillWords(words.digestWeekBefore, { sum: sum(facts.weekBefore) }),
    )
    if (pastChange) lines.push(fillWords(words.digestPast, { difference: costs(pastChange) }))
    const add = <Line>(
      title: string,
      { count, lines: some }: { count: number; lines: Line[] },
      lineOf: (line: Line) => string,
    ) => {
      if (count === 0) return
      lines.push(fillWords(title, { count }), ...some.map(lineOf))
      if (count > some.length) lines.push(fillWords(words.more, { count: count - some.length }))
    }
    add(words.digestPapers, papers, ({ number, date }) =>
      fillWords(words.digestPaper, { number, date: moment(date) }),
    )
    add(words.digestPrices, prices, ({ name, was, now }) =>
      fillWords(words.digestPrice, { name: name.slice(0, 60), was: sum(was), now: sum(now) }),
    )
    add(words.digestBelowCost, belowCost ?? { count: 0, lines: [] }, ({ name, price }) =>
      fillWords(words.digestSoldAt, { name: name.slice(0, 60), price: sum(price) }),
    )
    add(words.digestPeople, people, ({ who, what }) => fillWords(words.digestPerson, { who, what }))
    if (papers.count + prices.count + (belowCost?.count ?? 0) + people.count === 0 && !pastChange)
      lines.push(words.digestNothing)
    if (silent.length > 0)
      lines.push(fillWords(words.digestSilent, { names: silent.slice(0, MOST_LINES).join(', ') }))
    return lines
  }

  const PARAGRAPHS: Record<Exclude<NoticeKind, Listed>, (facts: NoticeRow['facts']) => string[]> = {
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
    digest: (facts) => digest(facts as unknown as DigestFacts),
  }

  const list = (title: string, rows: readonly NoticeRow[], lineOf: (facts: NoticeRow['facts']) => string) => {
    const lines = rows.slice(0, MOST_LINES).map(({ facts }) => lineOf(facts))
    const more = rows.length - lines.length
    const rest = more > 0 ? [fillWords(words.more, { count: more })] : []
    return [fillWords(title, { count: rows.length }), ...lines, ...rest].join('\n')
  }

  const lists: Record<Listed, (rows: readonly NoticeRow[]) => string> = {
    lowStock: (rows) =>
      list(words.lowStock, rows, (facts) =>
        fillWords(words.lowStockLine, {
          name: String(facts.name).slice(0, 60),
          quantity: pieces(facts.quantity as number),
          minimum: pieces(facts.minStock as number),
        }),
      ),
    fiscalStuck: (rows) =>
      list(words.fiscalStuck, rows, (facts) =>
        fillWords(words.fiscalStuckLine, {
          ...named(facts),
          trouble: words[TROUBLES[facts.trouble as keyof typeof TROUBLES] ?? 'fiscalRefused'],
        }),
      ),
  }

  return {
    again: words.again,
    digest,
    lists,
    paragraph: ({ kind, facts }: NoticeRow): string =>
      isListed(kind) ? '' : PARAGRAPHS[kind](facts).join('\n'),
  }
}

/** Text keys for the kinds of trouble recorded by collect-notices.ts. */
const TROUBLES = {
  refused: 'fiscalRefused',
  unanswered: 'fiscalUnanswered',
  settings: 'fiscalSettings',
  cashBox: 'fiscalCashBox',
} as const satisfies Record<string, keyof Words>

interface ShiftFacts extends Record<string, unknown> {
  closedAt: string
  countedCash: number | null
  totals: ReadShiftTotals | null
}

const NAMES = ['till', 'point', 'number', 'cashier'] as const

/** Returns the names, with a dash for missing ones. */
const named = (facts: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, String(facts[name] ?? '–').slice(0, 100)]))
