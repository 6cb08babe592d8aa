import type { MissingFigure } from '../cart/missing-figure.ts'
import type { DiscountTarget } from '../discount/why-no-discount.ts'
import type { ShiftView } from '../shift/shift-dialog.tsx'

/** A dialog to open; `number` is the initial receipt. */
export interface OpenDialog {
  name:
    | 'menu'
    | 'help'
    | 'status'
    | 'payment'
    | 'discount'
    | 'sellVoucher'
    | 'buyer'
    | 'offers'
    | 'parked'
    | 'return'
    | 'receipts'
    | 'printers'
    | 'scanner'
    | 'till'
    | 'cashier'
    | 'figure'
    | 'training'
    | 'favourites'
    | 'product'
    | ShiftView
  number?: string | null
  /** True when other goods will be taken in exchange. */
  isExchange?: boolean
  /** Target of the discount. */
  target?: DiscountTarget
  /** Product whose details are shown. */
  productId?: string
  /** True when the float is entered because of a payment, which follows. */
  isToPay?: boolean
  /** Missing figure to enter. */
  missing?: MissingFigure
}
