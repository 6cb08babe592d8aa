import { z } from 'zod'
import { Id, integerQuery, text } from '#shared/domain/fields.ts'
import { Approve, SupervisorsQuery } from './approvals.ts'
import { BuyerSearchQuery, ChangeBuyer } from './loyalty.ts'
import { ByJob, ByPrinter, PrintLabels, PrintReport, PutPrinter } from './printing.ts'
import type { TILL_ROUTES } from './routes.ts'
import { CloseShift, MoveCash, OpenDrawer, OpenShift, ShiftListQuery } from './shift.ts'
import { ArrangeFavourites, ByPicture, ByProduct, TilesQuery } from './tiles.ts'
import {
  AddLine,
  BeginExchange,
  BeginReturn,
  ChangeCart,
  ChangeLine,
  DryRunQuery,
  EmailReceipt,
  EnrolRequest,
  ParkCart,
  PayCart,
  ProductSearchQuery,
  ReceiptListQuery,
  RemoveParkedCart,
  SignIn,
} from './till.ts'
import { AskVoucher, SellVoucher } from './vouchers.ts'

interface Inputs {
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
}

const ByLine = z.object({ lineId: Id })
const ByVoucher = z.object({ voucherId: Id })
const ByCart = z.object({ cartId: Id })
const ByCode = z.object({ code: text(255) })
const ByNumber = z.object({ number: text(64) })
const ByShift = z.object({ number: integerQuery(1, 1_000_000_000) })

/**
 * Input schemas of each route in `TILL_ROUTES`, validated by the agent. A query parameter that is not listed
 * is refused.
 */
export const TILL_INPUTS = {
  status: {},
  tryNow: {},
  enrol: { body: EnrolRequest },
  tills: {},
  addTill: {},
  cashiers: {},
  session: {},
  signIn: { body: SignIn },
  signOut: {},
  products: { query: ProductSearchQuery },
  scale: {},
  productByCode: { params: ByCode },
  product: { params: ByProduct },
  productAtHeadOffice: { params: ByProduct },
  picture: { params: ByPicture },
  tiles: { query: TilesQuery },
  favourites: {},
  arrangeFavourites: { body: ArrangeFavourites },
  cart: {},
  addLine: { body: AddLine },
  changeLine: { params: ByLine, query: DryRunQuery, body: ChangeLine },
  removeLine: { params: ByLine },
  restoreLine: { params: ByLine },
  changeCart: { query: DryRunQuery, body: ChangeCart },
  clearCart: {},
  buyers: { query: BuyerSearchQuery },
  changeBuyer: { body: ChangeBuyer },
  askPoints: {},
  askVoucher: { body: AskVoucher },
  sellVoucher: { body: SellVoucher },
  removeVoucher: { params: ByVoucher },
  beginReturn: { query: DryRunQuery, body: BeginReturn },
  beginExchange: { query: DryRunQuery, body: BeginExchange },
  parkCart: { body: ParkCart },
  parkedCarts: {},
  resumeCart: { params: ByCart },
  removeParkedCart: { params: ByCart, body: RemoveParkedCart },
  payCart: { body: PayCart },
  shift: {},
  openShift: { body: OpenShift },
  closeShift: { body: CloseShift },
  moveCash: { body: MoveCash },
  xReport: {},
  shifts: { query: ShiftListQuery },
  zReport: { params: ByShift },
  openDrawer: { body: OpenDrawer },
  supervisors: { query: SupervisorsQuery },
  approve: { body: Approve },
  beginTraining: {},
  endTraining: {},
  receipts: { query: ReceiptListQuery },
  receipt: { params: ByNumber },
  receiptPrinted: { params: ByNumber },
  emailReceipt: { params: ByNumber, body: EmailReceipt },
  printReceipt: { params: ByNumber },
  printXReport: { body: PrintReport },
  printZReport: { params: ByShift, body: PrintReport },
  printLabels: { params: ByProduct, body: PrintLabels },
  printing: {},
  retryPrinting: {},
  cancelPrintJob: { params: ByJob },
  printers: {},
  putPrinter: { params: ByPrinter, body: PutPrinter },
  removePrinter: { params: ByPrinter },
  choosePrinter: { params: ByPrinter },
  testPrinter: { params: ByPrinter },
} as const satisfies Record<keyof typeof TILL_ROUTES, Inputs>
