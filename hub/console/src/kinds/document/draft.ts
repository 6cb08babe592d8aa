import type { Product } from '#shared/contracts/catalog/products.ts'
import type { DocumentItem } from '#shared/contracts/documents.ts'
import { newId } from '#shared/std/ids.ts'
import { type Difference, mergeSave, textOf } from '../../forms/edited.ts'
import type { Values } from '../record/record-definition.ts'
import type { DocumentDefinition, Draft, DraftLine, LineName } from './document-definition.ts'

/** Line fields that the hub sends but does not accept. */
const STORED_FIELDS = [
  'expectedQuantity',
  'difference',
  'differenceSum',
  'overheadShare',
  'priceDifference',
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

/**
 * Keeps only one kind of discount. The hub also sends the amount of a percentage, but only one of the two is
 * input.
 */
const withOneDiscount = (line: DraftLine): DraftLine =>
  'discountAmount' in line && line.discountPercent !== null ? { ...line, discountAmount: null } : line

/** Returns a copy of the document without its number and date, and with new line ids. */
export const copyOf = (definition: DocumentDefinition, item: DocumentItem): Draft => {
  const { header, lines } = draftOf(definition, item)
  const { number: _, date: __, startedAt: ___, externalCode: ____, ...kept } = header
  return {
    header: kept,
    lines: lines.map((line) => ({ ...withoutStored(line), id: newId(), markingCodes: [] })),
  }
}

function withoutStored(line: DraftLine): DraftLine {
  return Object.fromEntries(
    Object.entries(line).filter(([name]) => !STORED_FIELDS.includes(name)),
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

/**
 * Returns the draft as a request body. An empty value where a number is required is left for the contract to
 * refuse.
 */
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

/** True for line fields that are sent as `price`. */
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

const LINE = 'line '

/**
 * Returns the header fields and the lines as separate values by name. Two users can change different values
 * without a conflict.
 */
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

/** Returns a text for comparison, which is equal for lines that the hub treats as equal. */
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

/**
 * Merges another user's save of the document. The user's own input is kept, and all other values are taken
 * from the save.
 */
export function mergeDraft(
  begin: Draft,
  mine: Draft,
  theirs: Draft,
): { draft: Draft; differences: readonly Difference[] } {
  const from = { begin: membersOf(begin), values: membersOf(mine) }
  const { values, differences } = mergeSave(from, membersOf(theirs), memberText)
  return { draft: differences.length > 0 ? draftWith(values) : theirs, differences }
}

export type Action =
  | { kind: 'header'; name: string; value: unknown }
  | { kind: 'line'; id: string; member: EditedMember; value: unknown }
  | { kind: 'add'; lines: readonly DraftLine[] }
  | { kind: 'scan'; line: DraftLine; quantity: number }
  | { kind: 'remove'; id: string }
  | { kind: 'undo' }
  /** Value of a field, selected from one of the versions. See `membersOf`. */
  | { kind: 'choose'; name: string; value: unknown }
  | { kind: 'load'; draft: Draft; saved?: Draft }

export interface Editing {
  draft: Draft
  /** Draft as saved at the hub. */
  saved: Draft
  /** Lines before each addition or removal, latest last. */
  past: readonly (readonly DraftLine[])[]
}

const MOST_UNDONE = 50

export function edit(state: Editing, action: Action): Editing {
  const { draft, past } = state
  const withLines = (lines: readonly DraftLine[]): Editing => ({
    ...state,
    draft: { ...draft, lines },
    past: [...past, draft.lines].slice(-MOST_UNDONE),
  })
  switch (action.kind) {
    case 'header':
      return {
        ...state,
        draft: { ...draft, header: { ...draft.header, ...headerChange(action.name, action.value) } },
      }
    case 'line':
      return {
        ...state,
        draft: {
          ...draft,
          lines: draft.lines.map((line) => (line.id === action.id ? changed(line, action) : line)),
        },
      }
    case 'add':
      return withLines([...draft.lines, ...action.lines])
    case 'scan':
      return withLines(scanned(draft.lines, action))
    case 'remove':
      return withLines(draft.lines.filter(({ id }) => id !== action.id))
    case 'undo':
      return past.length === 0
        ? state
        : { ...state, draft: { ...draft, lines: past.at(-1) ?? [] }, past: past.slice(0, -1) }
    case 'load':
      return { draft: action.draft, saved: action.saved ?? state.saved, past: [] }
    case 'choose':
      return { ...state, draft: draftWith({ ...membersOf(draft), [action.name]: action.value }) }
  }
}

/** Returns the changed header fields. Changing the currency clears its rate. */
const headerChange = (name: string, value: unknown): Values =>
  name === 'currencyId' ? { currencyId: value, rate: null, multiplicity: null } : { [name]: value }

/** Returns the changed line without hub values that do not apply any longer. */
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

/** Adds a scan to the last line of the product, or creates a line. */
function scanned(
  lines: readonly DraftLine[],
  { line, quantity }: { line: DraftLine; quantity: number },
): readonly DraftLine[] {
  const known = lines.findLast(({ productId }) => productId === line.productId)
  if (!known) return [...lines, line]
  const member = 'countedQuantity' in line ? 'countedQuantity' : 'quantity'
  // Calculated in whole thousandths, so that 0.1 + 0.2 is 0.3.
  const value = Math.round(((known[member] ?? 0) + quantity) * 1000) / 1000
  return lines.map((other) => (other === known ? changed(other, { member, value }) : other))
}
