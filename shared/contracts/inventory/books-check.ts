import { z } from 'zod'
import { Count, Day, Id, Position, UtcTime } from '../common.ts'
import { DocumentStatus } from '../documents.ts'
import { endpoint } from '../endpoint.ts'
import { DOCUMENT_TYPES } from './movements.ts'

export const BOOKS_FINDING_KINDS = [
  /** A movement is not what its rule makes of those before it. */
  'WrongMovement',
  /** A line of a posted document has not moved its goods. */
  'MissingMovement',
  /** A movement that no line of a posted document calls for. */
  'StrayMovement',
  /** A movement of other goods, or at another moment, than its line says. */
  'OtherThanLine',
  /** A line does not hold what its movement came to. */
  'WrongLineCost',
  /** A document does not hold what its lines cost together. */
  'WrongDocumentCost',
  /** A balance is not what the last movement of its place has left. */
  'WrongBalance',
  /** The sums of a day are not those of its documents and movements. */
  'WrongDay',
  /** The sums of a product in a month or year, which begins with `day`, are not those of its days. */
  'WrongPeriod',
] as const

/** Units and major units; only what differs is told, costs only to those who may see them. */
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
    day: Day.nullable().meta({ description: 'Of what was summed up by day; of a month or year the first' }),
    stored: BooksFigures.nullable().meta({ description: 'null: there is nothing' }),
    due: BooksFigures.nullable().meta({ description: 'What should stand there; null: nothing' }),
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
    findings: z.array(BooksFinding).meta({ description: 'The first 200' }),
    pending: z.array(PendingCosts).meta({
      description:
        'Products whose costs were being recalculated from a moment on, the first 200: how theirs add up is not told',
    }),
  })
  .meta({ id: 'BooksCheck' })
export type BooksCheck = z.infer<typeof BooksCheck>

const path = '/api/inventory/books-check'
export const BOOKS_CHECK = endpoint({ method: 'get', path, answer: BooksCheck })
export const RUN_BOOKS_CHECK = endpoint({ method: 'post', path, answer: null })
