import type { MissingFigure } from '../cart/missing-figure.ts'
import type { DiscountTarget } from '../discount/why-no-discount.ts'
import type { ShiftView } from '../shift/shift-dialog.tsx'

/** The dialog to open, with its parameters. `number` is the receipt to show first. */
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
  /** True when other products are taken in exchange. */
  isExchange?: boolean
  /** Target of the discount. */
  target?: DiscountTarget
  /** Product whose details are shown. */
  productId?: string
  /** True when the float was requested because of a payment, which continues afterward. */
  isToPay?: boolean
  /** Missing input that the dialog asks for. */
  missing?: MissingFigure
}
