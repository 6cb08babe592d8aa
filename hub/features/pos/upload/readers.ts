import type { z } from 'zod'
import { SaleBody } from '#shared/sync/sale.ts'
import { CashMovementBody, ShiftClosedBody, ShiftOpenedBody, TillEventBody } from '#shared/sync/shift.ts'

/**
 * Readers of all records that tills have ever written, by type and schema number. Add a reader for each new
 * schema and never remove one, because an agent can reappear after years (docs/sync.md I-19). A reader of an
 * old schema returns the shape of the newest one. test/fixtures/uploads contains an example for each reader.
 */
export const READERS = {
  sale: { 1: SaleBody },
  shift_opened: { 1: ShiftOpenedBody },
  shift_closed: { 1: ShiftClosedBody },
  cash_movement: { 1: CashMovementBody },
  till_event: { 1: TillEventBody },
} as const satisfies Record<string, Record<number, z.ZodType>>

type Readers = typeof READERS
export type ItemType = keyof Readers

/** A parsed body of any type. */
export type ReadItem = {
  [Type in ItemType]: { type: Type; body: z.output<Readers[Type][keyof Readers[Type]] & z.ZodType> }
}[ItemType]

/** Returns the readers of a type, or undefined for an unknown type. */
export function findReaders(type: string): Record<number, z.ZodType> | undefined {
  return Object.hasOwn(READERS, type) ? READERS[type as ItemType] : undefined
}
