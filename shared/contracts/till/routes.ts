/**
 * Base path of the local API between the till page and the edge agent. The agent responds from its files
 * without waiting for the network, except that `enrol` waits for the hub. It waits up to 1.5 s for head
 * office in `askPoints`, `askVoucher`, `productAtHeadOffice`, `sellVoucher` with a number, `payCart` with an
 * unchecked voucher, and the return of vouchers.
 */
export const TILL_API = '/api/till/v1'

/** Header with the id of the till. Several tills share one agent and keep separate carts. */
export const TILL_ID_HEADER = 'X-Till-Id'

/** Header with the id of a button press that moves money or prints. A repeated request takes effect once. */
export const COMMAND_HEADER = 'X-Command-Id'

/** Routes of the local API, shared by the page and the agent. */
export const TILL_ROUTES = {
  status: 'GET /status',
  tryNow: 'POST /status/try-now',
  enrol: 'POST /enrol',
  tills: 'GET /tills',
  addTill: 'POST /tills',
  cashiers: 'GET /cashiers',
  session: 'GET /session',
  signIn: 'POST /session',
  signOut: 'DELETE /session',
  products: 'GET /products',
  scale: 'GET /scale',
  productByCode: 'GET /products/by-code/:code',
  product: 'GET /products/:productId',
  productAtHeadOffice: 'GET /products/:productId/head-office',
  picture: 'GET /pictures/:key',
  tiles: 'GET /tiles',
  favourites: 'GET /favourites',
  arrangeFavourites: 'PUT /favourites',
  cart: 'GET /cart',
  addLine: 'POST /cart/lines',
  changeLine: 'PATCH /cart/lines/:lineId',
  removeLine: 'DELETE /cart/lines/:lineId',
  restoreLine: 'POST /cart/lines/:lineId/restore',
  changeCart: 'PATCH /cart',
  clearCart: 'DELETE /cart',
  buyers: 'GET /buyers',
  changeBuyer: 'PATCH /cart/buyer',
  askPoints: 'POST /cart/points',
  askVoucher: 'POST /cart/vouchers',
  sellVoucher: 'POST /cart/sold-vouchers',
  removeVoucher: 'DELETE /cart/sold-vouchers/:voucherId',
  beginReturn: 'POST /cart/return',
  beginExchange: 'POST /cart/exchange',
  parkCart: 'POST /cart/park',
  parkedCarts: 'GET /carts/parked',
  resumeCart: 'POST /carts/:cartId/resume',
  removeParkedCart: 'POST /carts/:cartId/remove',
  payCart: 'POST /cart/pay',
  shift: 'GET /shift',
  openShift: 'POST /shift/open',
  closeShift: 'POST /shift/close',
  moveCash: 'POST /shift/cash',
  xReport: 'GET /shift/report',
  shifts: 'GET /shifts',
  zReport: 'GET /shifts/:number/report',
  openDrawer: 'POST /drawer/open',
  supervisors: 'GET /approvals/supervisors',
  approve: 'POST /approvals',
  beginTraining: 'POST /training',
  endTraining: 'DELETE /training',
  receipts: 'GET /receipts',
  receipt: 'GET /receipts/:number',
  receiptPrinted: 'POST /receipts/:number/printed',
  emailReceipt: 'POST /receipts/:number/email',
  printReceipt: 'POST /receipts/:number/print',
  printXReport: 'POST /shift/report/print',
  printZReport: 'POST /shifts/:number/report/print',
  printLabels: 'POST /products/:productId/labels',
  printing: 'GET /printing',
  retryPrinting: 'POST /printing/retry',
  cancelPrintJob: 'POST /printing/jobs/:jobId/cancel',
  printers: 'GET /printers',
  putPrinter: 'PUT /printers/:name',
  removePrinter: 'DELETE /printers/:name',
  choosePrinter: 'POST /printers/:name/choose',
  testPrinter: 'POST /printers/:name/test',
} as const
