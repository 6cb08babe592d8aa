import { type Quantity, quantity } from '#shared/money/decimal.ts'
import type { SaleBody } from '#shared/sync/sale.ts'

type SaleLine = SaleBody['lines'][number]

/** What earlier returns have left of a line of a receipt; `returned` as ReceiptsReader.returnedByLine gives it. */
export function leftToReturn(line: SaleLine, returned: ReadonlyMap<number, Quantity>): Quantity {
  return (quantity(line.quantity) - (returned.get(line.lineNo) ?? 0)) as Quantity
}
