/**
 * The local API between the till page and the edge agent, under /api/till/v1. Everything in it is answered from the
 * files of the agent; nothing waits for the network, but for `askPoints`, `askVoucher`, `sellVoucher` with a number and
 * `productAtHeadOffice`, which head office has 1.5 s to answer, for `payCart` with a voucher that nobody has asked for, and for
 * vouchers that come back.
 */
export const TILL_API = '/api/till/v1'

/** Names the till in requests, so that several tills share one agent and keep their own carts. */
export const TILL_ID_HEADER = 'X-Till-Id'

/** Names the press of a button, in what moves money or papers: what is sent again is done once. */
export const COMMAND_HEADER = 'X-Command-Id'

/** One row of the table of the local API, so that the page and the agent cannot differ about it. */
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
