import type { Product } from '#shared/contracts/catalog/products.ts'
import type { DocumentItem, DocumentLine } from '#shared/contracts/documents.ts'
import { newId } from '#shared/std/ids.ts'
import { type Difference, meet, textOf } from '../../forms/edited.ts'
import type { Values } from '../record/record-definition.ts'
import type { DocumentDefinition, LineName } from './document-definition.ts'

/** A line as it is typed, in decimals as they go over the wire; null: nothing stands there. */
export interface DraftLine
  extends Partial<Omit<DocumentLine, 'id' | 'productId' | 'productName' | 'discountPercent'>> {
  id: string
  productId: string
  productName: string
  discountPercent?: number | null
  /** Of a retail sale, off the whole line; null: the percentage counts. */
  discountAmount?: number | null
  /** Of a return: what comes back. */
  originalLineId?: string | null
  /** Barcode, code and unit, of a line that was added here. */
  about?: string
}

export interface Draft {
  header: Values
  lines: readonly DraftLine[]
}

/** What is told of a line and not taken. */
const TOLD = [
  ...['expectedQuantity', 'difference', 'differenceSum', 'overheadShare', 'priceDifference'],
  'originalLineId',
]

const headerNames = ({ header, more }: DocumentDefinition) =>
  [...header, ...more].map(({ name }) => name).filter((name) => name !== 'priceOverrides')

export const draftOf = (definition: DocumentDefinition, item: DocumentItem): Draft => ({
  header: {
    ...Object.fromEntries(headerNames(definition).map((name) => [name, item[name as never]])),
    ...definition.headerOf?.(item),
  },
  lines: item.lines.map(withOneDiscount),
})

/** The hub tells what a percentage came to; of what is typed one of the two counts. */
const withOneDiscount = (line: DraftLine): DraftLine =>
  'discountAmount' in line && line.discountPercent !== null ? { ...line, discountAmount: null } : line

/** The same once more: without its number and date, and with lines of its own. */
export const copyOf = (definition: DocumentDefinition, item: DocumentItem): Draft => {
  const { header, lines } = draftOf(definition, item)
  const { number: _, date: __, startedAt: ___, externalCode: ____, ...kept } = header
  return {
    header: kept,
    lines: lines.map((line) => ({ ...withoutTold(line), id: newId(), markingCodes: [] })),
  }
}

function withoutTold(line: DraftLine): DraftLine {
  return Object.fromEntries(
    Object.entries(line).filter(([name]) => !TOLD.includes(name)),
  ) as unknown as DraftLine
}

const EDITED = [
  'quantity',
  'countedQuantity',
  'countedAt',
  'price',
  'discountPercent',
  'discountAmount',
  'vatRate',
  'retailPrice',
  'reason',
] as const
type EditedMember = (typeof EDITED)[number]

/** The draft as the hub takes it. What was left empty where a figure must stand is refused by the contract, at its place. */
export function bodyOf({ table, kept = ['comment'] }: DocumentDefinition, { header, lines }: Draft): Values {
  const members = table.members.line.map((member) => (isPrice(member) ? 'price' : member)) as string[]
  const taken = EDITED.filter((name) => members.includes(name))
  return {
    ...Object.fromEntries(Object.entries(header).filter(([, value]) => value !== undefined)),
    lines: lines.map((line) => ({
      id: line.id,
      productId: line.productId,
      markingCodes: line.markingCodes ?? [],
      ...Object.fromEntries(kept.map((name) => [name, line[name] ?? null])),
      ...Object.fromEntries(
        taken.flatMap((name) => (line[name] === undefined ? [] : [[name, line[name] as unknown]])),
      ),
    })),
  }
}

/** On the wire a price is a price. */
export const isPrice = (member: LineName): boolean =>
  member === 'price' || member === 'ownPrice' || member === 'salePrice'

export function lineOf(
  definition: DocumentDefinition,
  product: Product,
  { quantity, price }: { quantity: number | null; price: number | null },
): DraftLine {
  const { line } = definition.table.members
  const has = (member: (typeof line)[number]) => line.includes(member)
  return {
    id: newId(),
    productId: product.id,
    productName: product.name,
    about: [product.code, product.barcodes[0]?.value, product.unitName].filter(Boolean).join(' · '),
    ...(has('quantity') && { quantity: quantity ?? 1 }),
    ...(has('countedQuantity') && { countedQuantity: quantity }),
    ...(line.some(isPrice) && { price }),
    ...(has('discountPercent') && { discountPercent: 0 }),
    ...(has('discountAmount') && { discountAmount: null }),
    ...(has('vatRate') && { vatRate: product.effectiveVatRate }),
  }
}

/* --- Two people on one document --- */

const LINE = 'line '

/** Members of the header and lines, each by a name of its own: what two people may change apart from each other. */
export const membersOf = ({ header, lines }: Draft): Values => ({
  ...header,
  ...Object.fromEntries(lines.map((line) => [`${LINE}${line.id}`, line])),
})

const draftWith = (members: Values): Draft => ({
  header: Object.fromEntries(Object.entries(members).filter(([name]) => !isLine(name))),
  lines: Object.entries(members).flatMap(([name, value]) =>
    isLine(name) && value ? [value as DraftLine] : [],
  ),
})

export const isLine = (name: string): boolean => name.startsWith(LINE)

/** Equal for lines that the hub would take as the same. */
export const memberText = (value: unknown): string =>
  textOf(value && typeof value === 'object' && 'productId' in value ? asTyped(value as DraftLine) : value)

function asTyped(line: DraftLine): Values {
  const { productId, markingCodes = [], comment = null } = line
  return {
    productId,
    markingCodes,
    comment,
    ...Object.fromEntries(EDITED.map((name) => [name, line[name] ?? null])),
  }
}

/** Somebody else has saved the document: what was typed here stays in it, all else is theirs. */
export function meetDraft(
  begin: Draft,
  mine: Draft,
  theirs: Draft,
): { draft: Draft; differences: readonly Difference[] } {
  const from = { begin: membersOf(begin), values: membersOf(mine) }
  const { values, differences } = meet(from, membersOf(theirs), memberText)
  return { draft: differences.length > 0 ? draftWith(values) : theirs, differences }
}

/* --- What is done to a draft --- */

export type Deed =
  | { kind: 'header'; name: string; value: unknown }
  | { kind: 'line'; id: string; member: EditedMember; value: unknown }
  | { kind: 'add'; lines: readonly DraftLine[] }
  | { kind: 'scan'; line: DraftLine; quantity: number }
  | { kind: 'remove'; id: string }
  | { kind: 'undo' }
  /** A member as one side has it: see `membersOf`. */
  | { kind: 'choose'; name: string; value: unknown }
  | { kind: 'load'; draft: Draft; saved?: Draft }

export interface Editing {
  draft: Draft
  /** As the hub has it. */
  saved: Draft
  /** Lines as they were before lines came or went, the latest last. */
  past: readonly (readonly DraftLine[])[]
}

const MOST_UNDONE = 50

export function edit(state: Editing, deed: Deed): Editing {
  const { draft, past } = state
  const withLines = (lines: readonly DraftLine[]): Editing => ({
    ...state,
    draft: { ...draft, lines },
    past: [...past, draft.lines].slice(-MOST_UNDONE),
  })
  switch (deed.kind) {
    case 'header':
      return {
        ...state,
        draft: { ...draft, header: { ...draft.header, ...headerChange(deed.name, deed.value) } },
      }
    case 'line':
      return {
        ...state,
        draft: {
          ...draft,
          lines: draft.lines.map((line) => (line.id === deed.id ? changed(line, deed) : line)),
        },
      }
    case 'add':
      return withLines([...draft.lines, ...deed.lines])
    case 'scan':
      return withLines(scanned(draft.lines, deed))
    case 'remove':
      return withLines(draft.lines.filter(({ id }) => id !== deed.id))
    case 'undo':
      return past.length === 0
        ? state
        : { ...state, draft: { ...draft, lines: past.at(-1) ?? [] }, past: past.slice(0, -1) }
    case 'load':
      return { draft: deed.draft, saved: deed.saved ?? state.saved, past: [] }
    case 'choose':
      return { ...state, draft: draftWith({ ...membersOf(draft), [deed.name]: deed.value }) }
  }
}

/** A rate belongs to its currency. */
const headerChange = (name: string, value: unknown): Values =>
  name === 'currencyId' ? { currencyId: value, rate: null, multiplicity: null } : { [name]: value }

/** What the hub told of the line no longer holds. */
function changed(line: DraftLine, { member, value }: { member: EditedMember; value: unknown }): DraftLine {
  const { expectedQuantity } = line
  return {
    ...line,
    [member]: value,
    ...(member === 'discountPercent' && 'discountAmount' in line && { discountAmount: null }),
    ...(member === 'discountAmount' && { discountPercent: value === null ? 0 : null }),
    ...(member === 'countedQuantity' && {
      difference:
        value === null || expectedQuantity === null || expectedQuantity === undefined
          ? null
          : Math.round(((value as number) - expectedQuantity) * 1000) / 1000,
    }),
  }
}

/** One more of the last line of the product, or a line of its own. */
function scanned(
  lines: readonly DraftLine[],
  { line, quantity }: { line: DraftLine; quantity: number },
): readonly DraftLine[] {
  const known = lines.findLast(({ productId }) => productId === line.productId)
  if (!known) return [...lines, line]
  const member = 'countedQuantity' in line ? 'countedQuantity' : 'quantity'
  // Thousandths are whole: 0.1 + 0.2 is 0.3.
  const value = Math.round(((known[member] ?? 0) + quantity) * 1000) / 1000
  return lines.map((other) => (other === known ? changed(other, { member, value }) : other))
}
