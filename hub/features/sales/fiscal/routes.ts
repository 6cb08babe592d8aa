import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, listRoute } from '#hub/http/operations.ts'
import { FISCAL_CASH, RETRY_FISCAL_CASH, SETTLE_FISCAL_CASH } from '#shared/contracts/sales/fiscal-cash.ts'
import {
  FISCAL_RECEIPT,
  FISCAL_RECEIPTS,
  RETRY_FISCAL_RECEIPT,
  SETTLE_FISCAL_RECEIPT,
} from '#shared/contracts/sales/fiscal-receipts.ts'
import {
  listCashOperations,
  presentCashOperation,
  retryCashOperation,
  settleCashOperation,
} from './cash-operations.ts'
import {
  getFiscalReceipt,
  listFiscalReceipts,
  presentFull,
  presentSummary,
  retryFiscalReceipt,
} from './read-fiscal-receipts.ts'
import { settleFiscalReceipt } from './settle-fiscal-receipt.ts'

const tag = 'Sales: fiscal receipts'

export const fiscalReceiptRoutes = area(
  listRoute({
    ...FISCAL_RECEIPTS,
    may: 'sales.view',
    stores: 'own',
    tag,
    summary: 'List fiscal receipts of sales, newest first; stuck ones with isStuck=true',
    list: listFiscalReceipts,
    present: presentSummary,
  }),
  getRoute({
    ...FISCAL_RECEIPT,
    may: 'sales.view',
    stores: 'own',
    tag,
    summary: 'Get the fiscal receipt of a sale and its history',
    description: 'The id is the id of the sale.',
    read: (tx, { id }) => getFiscalReceipt(tx, id),
    present: presentFull,
  }),
  actionRoute({
    ...RETRY_FISCAL_RECEIPT,
    may: 'sales.post',
    stores: 'own',
    tag,
    summary: 'Retry a fiscal receipt',
    description:
      'The hub first asks the provider whether it has the receipt, so there is never a second one.',
    command: (tx, { id, actor }) => retryFiscalReceipt(tx, id, actor),
    present: presentFull,
  }),
  actionRoute({
    ...SETTLE_FISCAL_RECEIPT,
    may: 'sales.post',
    stores: 'own',
    tag,
    summary: 'Settle a fiscal receipt by hand',
    description:
      'After checking at the provider: with the sign of the receipt there, or, if the provider was changed, without one, to send it through the present provider.',
    command: (tx, { id, body, actor }) => settleFiscalReceipt(tx, id, body, actor),
    present: presentFull,
  }),
)

const cashTag = 'Sales: cash at fiscal providers'

export const fiscalCashRoutes = area(
  listRoute({
    ...FISCAL_CASH,
    may: 'sales.view',
    stores: 'own',
    tag: cashTag,
    summary: 'List cash movements and ends of shifts sent to a fiscal provider, newest first',
    list: listCashOperations,
    present: presentCashOperation,
  }),
  actionRoute({
    ...RETRY_FISCAL_CASH,
    may: 'sales.post',
    stores: 'own',
    tag: cashTag,
    summary: 'Retry a cash operation',
    description: 'The provider knows the operation by its id and books nothing twice.',
    command: (tx, { id }) => retryCashOperation(tx, id),
    present: presentCashOperation,
  }),
  actionRoute({
    ...SETTLE_FISCAL_CASH,
    may: 'sales.post',
    stores: 'own',
    tag: cashTag,
    summary: 'Settle a cash operation by hand',
    description: 'For a failed operation that was booked at the provider by hand, or need not be booked.',
    command: (tx, { id, body }) => settleCashOperation(tx, id, body),
    present: presentCashOperation,
  }),
)
