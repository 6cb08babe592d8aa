import type { z } from 'zod'
import type { Approval, Approve, LimitName, Supervisors } from '#shared/contracts/till/approvals.ts'
import type { CartPointsAnswer, ChangeBuyer, FoundBuyers } from '#shared/contracts/till/loyalty.ts'
import type { PrintLabels, PrintReport, TillPrinters, TillPrinting } from '#shared/contracts/till/printing.ts'
import { COMMAND_HEADER, TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { ScaleReading } from '#shared/contracts/till/scale.ts'
import type {
  CloseShift,
  CurrentShift,
  MoveCash,
  OpenDrawer,
  OpenShift,
  ShiftList,
  ShiftReport,
  TillShift,
} from '#shared/contracts/till/shift.ts'
import type {
  Tiles,
  TillAtHeadOffice,
  TillFavourites,
  TillProductDetails,
} from '#shared/contracts/till/tiles.ts'
import type {
  AddLine,
  BeginExchange,
  BeginReturn,
  Cart,
  ChangeCart,
  ChangeLine,
  EmailReceipt,
  EnrolRequest,
  KnownTill,
  ParkCart,
  ParkedCarts,
  PayCart,
  ProductSearchResult,
  Receipt,
  ReceiptList,
  ReceiptListQuery,
  RemoveParkedCart,
  SignIn,
  TillCashiers,
  TillList,
  TillSession,
  TillStatus,
} from '#shared/contracts/till/till.ts'
import type { AskVoucher, SellVoucher, TillVoucher } from '#shared/contracts/till/vouchers.ts'
import { send } from './send.ts'

/** Request body in major units, before the schemas convert it to minor units. */
type Body<Schema extends z.ZodType> = z.input<Schema>

export type BuyerChange = Body<typeof ChangeBuyer>

/** Returns the header that makes a command idempotent: one button press is executed once (use-command-id.ts). */
const asCommand = (id: string) => ({ headers: { [COMMAND_HEADER]: id } })

/** Query of a dry run, which returns the resulting cart without saving anything. */
const DRY_RUN = { query: { dryRun: 'true' } }

/**
 * Time limit of the status request in ms. The agent has the status in memory, so a slower response means that
 * it hangs, and the cashier should see that.
 */
const STATUS_TIMEOUT_MS = 4000

/** Operations of the local API, one per row of TILL_ROUTES. */
export const agent = {
  status: (signal?: AbortSignal) =>
    send<TillStatus>(TILL_ROUTES.status, { signal, timeoutMs: STATUS_TIMEOUT_MS }),
  /** Makes the agent contact head office immediately. */
  tryNow: () => send<TillStatus>(TILL_ROUTES.tryNow),
  enrol: (body: Body<typeof EnrolRequest>) => send<unknown>(TILL_ROUTES.enrol, { body }),

  tills: (signal?: AbortSignal) => send<TillList>(TILL_ROUTES.tills, { signal }),
  addTill: () => send<KnownTill>(TILL_ROUTES.addTill),

  cashiers: (signal?: AbortSignal) => send<z.infer<typeof TillCashiers>>(TILL_ROUTES.cashiers, { signal }),
  session: (signal?: AbortSignal) => send<TillSession>(TILL_ROUTES.session, { signal }),
  signIn: (body: Body<typeof SignIn>) => send<unknown>(TILL_ROUTES.signIn, { body }),
  signOut: () => send<unknown>(TILL_ROUTES.signOut),

  products: (search: string, limit: number, signal?: AbortSignal) =>
    send<ProductSearchResult>(TILL_ROUTES.products, { query: { search, limit }, signal }),
  productByCode: (code: string) => send<ProductSearchResult>(TILL_ROUTES.productByCode, { params: { code } }),
  product: (productId: string, signal?: AbortSignal) =>
    send<TillProductDetails>(TILL_ROUTES.product, { params: { productId }, signal }),
  /** Requests a product from head office, which has 1.5 s to respond. */
  productAtHeadOffice: (productId: string, signal?: AbortSignal) =>
    send<TillAtHeadOffice>(TILL_ROUTES.productAtHeadOffice, { params: { productId }, signal }),
  tiles: (
    query: { groupId: string | undefined; after: string | undefined; limit: number },
    signal?: AbortSignal,
  ) => send<Tiles>(TILL_ROUTES.tiles, { query, signal }),
  favourites: (signal?: AbortSignal) => send<TillFavourites>(TILL_ROUTES.favourites, { signal }),
  arrangeFavourites: (productIds: string[]) =>
    send<TillFavourites>(TILL_ROUTES.arrangeFavourites, { body: { productIds } }),

  scale: (signal?: AbortSignal) => send<ScaleReading>(TILL_ROUTES.scale, { signal }),

  cart: (signal?: AbortSignal) => send<Cart>(TILL_ROUTES.cart, { signal }),
  addLine: (body: Body<typeof AddLine>) => send<Cart>(TILL_ROUTES.addLine, { body }),
  changeLine: (lineId: string, body: Body<typeof ChangeLine>) =>
    send<Cart>(TILL_ROUTES.changeLine, { params: { lineId }, body }),
  tryLine: (lineId: string, body: Body<typeof ChangeLine>, signal: AbortSignal) =>
    send<Cart>(TILL_ROUTES.changeLine, { params: { lineId }, body, signal, ...DRY_RUN }),
  removeLine: (lineId: string) => send<Cart>(TILL_ROUTES.removeLine, { params: { lineId } }),
  restoreLine: (lineId: string) => send<Cart>(TILL_ROUTES.restoreLine, { params: { lineId } }),
  changeCart: (body: Body<typeof ChangeCart>) => send<Cart>(TILL_ROUTES.changeCart, { body }),
  tryCart: (body: Body<typeof ChangeCart>, signal: AbortSignal) =>
    send<Cart>(TILL_ROUTES.changeCart, { body, signal, ...DRY_RUN }),
  buyers: (search: string, limit: number, signal?: AbortSignal) =>
    send<FoundBuyers>(TILL_ROUTES.buyers, { query: { search, limit }, signal }),
  changeBuyer: (body: BuyerChange) => send<Cart>(TILL_ROUTES.changeBuyer, { body }),
  /** Requests the points of the card from head office, which has 1.5 s to respond. */
  askPoints: (signal?: AbortSignal) => send<CartPointsAnswer>(TILL_ROUTES.askPoints, { signal }),
  /** Requests a gift voucher from head office, which has 1.5 s to respond. */
  askVoucher: (body: Body<typeof AskVoucher>) => send<TillVoucher>(TILL_ROUTES.askVoucher, { body }),
  /** Adds a voucher to sell. Head office has 1.5 s to check its number. */
  sellVoucher: (body: Body<typeof SellVoucher>, command: string) =>
    send<Cart>(TILL_ROUTES.sellVoucher, { body, ...asCommand(command) }),
  removeVoucher: (voucherId: string) => send<Cart>(TILL_ROUTES.removeVoucher, { params: { voucherId } }),
  clearCart: () => send<Cart>(TILL_ROUTES.clearCart),
  beginExchange: (body: Body<typeof BeginExchange>, command: string) =>
    send<Cart>(TILL_ROUTES.beginExchange, { body, ...asCommand(command) }),
  beginReturn: (body: Body<typeof BeginReturn>, command: string) =>
    send<Cart>(TILL_ROUTES.beginReturn, { body, ...asCommand(command) }),
  tryExchange: (body: Body<typeof BeginExchange>, signal: AbortSignal) =>
    send<Cart>(TILL_ROUTES.beginExchange, { body, signal, ...DRY_RUN }),
  tryReturn: (body: Body<typeof BeginReturn>, signal: AbortSignal) =>
    send<Cart>(TILL_ROUTES.beginReturn, { body, signal, ...DRY_RUN }),
  parkCart: (body: Body<typeof ParkCart>, command: string) =>
    send<Cart>(TILL_ROUTES.parkCart, { body, ...asCommand(command) }),
  parkedCarts: (signal?: AbortSignal) =>
    send<z.infer<typeof ParkedCarts>>(TILL_ROUTES.parkedCarts, { signal }),
  removeParkedCart: (cartId: string, body: Body<typeof RemoveParkedCart>, command: string) =>
    send<unknown>(TILL_ROUTES.removeParkedCart, { params: { cartId }, body, ...asCommand(command) }),
  resumeCart: (cartId: string, command: string) =>
    send<Cart>(TILL_ROUTES.resumeCart, { params: { cartId }, ...asCommand(command) }),
  payCart: (body: Body<typeof PayCart>) => send<Receipt>(TILL_ROUTES.payCart, { body }),

  shift: (signal?: AbortSignal) => send<CurrentShift>(TILL_ROUTES.shift, { signal }),
  openShift: (body: Body<typeof OpenShift>, command: string) =>
    send<TillShift>(TILL_ROUTES.openShift, { body, ...asCommand(command) }),
  closeShift: (body: Body<typeof CloseShift>, command: string) =>
    send<TillShift>(TILL_ROUTES.closeShift, { body, ...asCommand(command) }),
  moveCash: (body: Body<typeof MoveCash>, command: string) =>
    send<TillShift>(TILL_ROUTES.moveCash, { body, ...asCommand(command) }),
  shifts: (signal?: AbortSignal) => send<ShiftList>(TILL_ROUTES.shifts, { signal }),
  xReport: () => send<ShiftReport>(TILL_ROUTES.xReport),
  zReport: (number: string) => send<ShiftReport>(TILL_ROUTES.zReport, { params: { number } }),
  openDrawer: (body: Body<typeof OpenDrawer>, command: string) =>
    send<unknown>(TILL_ROUTES.openDrawer, { body, ...asCommand(command) }),

  supervisors: (limit: LimitName, signal?: AbortSignal) =>
    send<Supervisors>(TILL_ROUTES.supervisors, { query: { limit }, signal }),
  approve: (body: Body<typeof Approve>) => send<z.infer<typeof Approval>>(TILL_ROUTES.approve, { body }),
  beginTraining: () => send<unknown>(TILL_ROUTES.beginTraining),
  endTraining: () => send<unknown>(TILL_ROUTES.endTraining),

  receipts: (query: Body<typeof ReceiptListQuery> & { limit: number }, signal?: AbortSignal) =>
    send<ReceiptList>(TILL_ROUTES.receipts, { query, signal }),
  receipt: (number: string, signal?: AbortSignal) =>
    send<Receipt>(TILL_ROUTES.receipt, { params: { number }, signal }),
  receiptPrinted: (number: string, command: string) =>
    send<unknown>(TILL_ROUTES.receiptPrinted, { params: { number }, ...asCommand(command) }),

  emailReceipt: (number: string, body: Body<typeof EmailReceipt>, command: string) =>
    send<unknown>(TILL_ROUTES.emailReceipt, { params: { number }, body, ...asCommand(command) }),

  printReceipt: (number: string, command: string) =>
    send<TillPrinting>(TILL_ROUTES.printReceipt, { params: { number }, ...asCommand(command) }),
  printReport: (number: number | null, body: Body<typeof PrintReport>, command: string) =>
    number === null
      ? send<TillPrinting>(TILL_ROUTES.printXReport, { body, ...asCommand(command) })
      : send<TillPrinting>(TILL_ROUTES.printZReport, {
          params: { number: String(number) },
          body,
          ...asCommand(command),
        }),
  printLabels: (productId: string, body: Body<typeof PrintLabels>, command: string) =>
    send<TillPrinting>(TILL_ROUTES.printLabels, { params: { productId }, body, ...asCommand(command) }),
  printing: (signal?: AbortSignal) => send<TillPrinting>(TILL_ROUTES.printing, { signal }),
  retryPrinting: () => send<TillPrinting>(TILL_ROUTES.retryPrinting),
  cancelPrintJob: (jobId: string) => send<TillPrinting>(TILL_ROUTES.cancelPrintJob, { params: { jobId } }),
  printers: (signal?: AbortSignal) => send<TillPrinters>(TILL_ROUTES.printers, { signal }),
  putPrinter: (name: string, address: string) =>
    send<TillPrinters>(TILL_ROUTES.putPrinter, { params: { name }, body: { address } }),
  removePrinter: (name: string) => send<TillPrinters>(TILL_ROUTES.removePrinter, { params: { name } }),
  choosePrinter: (name: string) => send<TillPrinters>(TILL_ROUTES.choosePrinter, { params: { name } }),
  testPrinter: (name: string) => send<TillPrinting>(TILL_ROUTES.testPrinter, { params: { name } }),
}
