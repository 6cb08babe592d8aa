import { z } from 'zod'
import { Count, Day, Id, Position, UtcTime } from '#shared/domain/fields.ts'
import { DocumentStatus } from '../documents.ts'
import { endpoint } from '../endpoint.ts'
import { DOCUMENT_TYPES } from './movements.ts'

const BOOKS_FINDING_KINDS = [
  /** A movement does not follow by its rule from those before it. */
  'WrongMovement',
  /** A line of a posted document has not moved its goods. */
  'MissingMovement',
  /** A movement without a line of a posted document. */
  'StrayMovement',
  /** A movement differs from its line in the goods or in the moment. */
  'OtherThanLine',
  /** A line does not hold the cost of its movement. */
  'WrongLineCost',
  /** A document does not hold the total cost of its lines. */
  'WrongDocumentCost',
  /** A balance is not the result of the last movement of its place. */
  'WrongBalance',
  /** The roll-up of a day differs from its documents and movements. */
  'WrongDay',
  /** The roll-up of a product in a month or year, which begins with `day`, differs from its days. */
  'WrongPeriod',
] as const

/** Figures in units and major units. Only differing figures are given, costs only to users who may see them. */
export const BooksFigures = z
  .object({
    quantity: z.number().nullable(),
    countedQuantity: z.number().nullable(),
    difference: z.number().nullable(),
    balance: z.number().nullable(),
    unitCost: z.number().nullable(),
    costSum: z.number().nullable(),
    averageCost: z.number().nullable(),
    sum: z.number().nullable(),
    moment: UtcTime.nullable(),
  })
  .partial()
  .meta({ id: 'BooksFigures' })
export type BooksFigures = z.infer<typeof BooksFigures>

export const BooksFinding = z
  .object({
    kind: z.enum(BOOKS_FINDING_KINDS),
    documentType: z.enum(DOCUMENT_TYPES).nullable(),
    documentId: Id.nullable(),
    documentNumber: z.string().nullable(),
    documentStatus: DocumentStatus.nullable().meta({ description: 'null: there is no such document' }),
    lineNo: Position.nullable(),
    productId: Id.nullable(),
    productName: z.string().nullable(),
    storeId: Id.nullable(),
    storeName: z.string().nullable(),
    day: Day.nullable().meta({ description: 'Day of a day roll-up; first day of a month or year' }),
    stored: BooksFigures.nullable().meta({ description: 'null: there is no stored value' }),
    due: BooksFigures.nullable().meta({ description: 'Expected values; null: there should be none' }),
  })
  .meta({ id: 'BooksFinding' })
export type BooksFinding = z.infer<typeof BooksFinding>

export const PendingCosts = z
  .object({ productId: Id, productName: z.string(), from: UtcTime })
  .meta({ id: 'PendingCosts' })
export type PendingCosts = z.infer<typeof PendingCosts>

export const BooksCheck = z
  .object({
    checkedAt: UtcTime.nullable().meta({ description: 'null: not yet' }),
    products: Count,
    movements: Count,
    findingsTotal: Count,
    findings: z.array(BooksFinding).meta({ description: 'First 200 findings' }),
    pending: z.array(PendingCosts).meta({
      description:
        'First 200 products whose costs were being recalculated from a moment on: their costs are not checked',
    }),
  })
  .meta({ id: 'BooksCheck' })
export type BooksCheck = z.infer<typeof BooksCheck>

const path = '/api/inventory/books-check'
export const BOOKS_CHECK = endpoint({ method: 'get', path, answer: BooksCheck })
export const RUN_BOOKS_CHECK = endpoint({ method: 'post', path, answer: null })
