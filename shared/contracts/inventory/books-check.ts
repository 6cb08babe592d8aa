import { z } from 'zod'
import { Count, Day, Id, Position, UtcTime } from '#shared/domain/fields.ts'
import { DocumentStatus } from '../documents.ts'
import { endpoint } from '../endpoint.ts'
import { DOCUMENT_TYPES } from './movements.ts'

const BOOKS_FINDING_KINDS = [
  /** A movement does not follow from the previous movements by its rule. */
  'WrongMovement',
  /** A line of a posted document has no movement. */
  'MissingMovement',
  /** A movement has no line of a posted document. */
  'StrayMovement',
  /** A movement and its line differ in the quantity or the time. */
  'OtherThanLine',
  /** A line and its movement differ in the cost. */
  'WrongLineCost',
  /** The cost of a document differs from the total of its lines. */
  'WrongDocumentCost',
  /** A balance differs from the result of the last movement of its product and store. */
  'WrongBalance',
  /** The roll-up of a day differs from its documents and movements. */
  'WrongDay',
  /** The roll-up of a product for the month or year beginning on `day` differs from its days. */
  'WrongPeriod',
] as const

/**
 * Figures in units and major units. Only differing figures are included, and costs only for users who may see
 * them.
 */
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
