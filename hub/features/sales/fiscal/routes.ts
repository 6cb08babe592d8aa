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
    summary: 'List fiscal receipts of sales, newest first; those that are stuck with isStuck=true',
    list: listFiscalReceipts,
    present: presentSummary,
  }),
  getRoute({
    ...FISCAL_RECEIPT,
    may: 'sales.view',
    stores: 'own',
    tag,
    summary: 'The fiscal receipt of a sale, and what happened to it',
    description: 'The id is that of the sale.',
    read: (tx, { id }) => getFiscalReceipt(tx, id),
    present: presentFull,
  }),
  actionRoute({
    ...RETRY_FISCAL_RECEIPT,
    may: 'sales.post',
    stores: 'own',
    tag,
    summary: 'Try a fiscal receipt again',
    description: 'The provider is asked first whether it has the receipt: there is never a second one.',
    deed: (tx, { id, actor }) => retryFiscalReceipt(tx, id, actor),
    present: presentFull,
  }),
  actionRoute({
    ...SETTLE_FISCAL_RECEIPT,
    may: 'sales.post',
    stores: 'own',
    tag,
    summary: 'Settle a fiscal receipt by hand',
    description:
      'After a look at the provider: with the sign it has there, or, for a provider that was changed, without one, to be sent through the present provider.',
    deed: (tx, { id, body, actor }) => settleFiscalReceipt(tx, id, body, actor),
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
    summary: 'List cash movements and ends of shifts that a fiscal provider is told of, newest first',
    list: listCashOperations,
    present: presentCashOperation,
  }),
  actionRoute({
    ...RETRY_FISCAL_CASH,
    may: 'sales.post',
    stores: 'own',
    tag: cashTag,
    summary: 'Tell the provider again',
    description: 'It knows the operation by its id, and books nothing twice.',
    deed: (tx, { id }) => retryCashOperation(tx, id),
    present: presentCashOperation,
  }),
  actionRoute({
    ...SETTLE_FISCAL_CASH,
    may: 'sales.post',
    stores: 'own',
    tag: cashTag,
    summary: 'Settle a cash operation by hand',
    description: 'It was booked at the provider by hand, or need not be. For one that failed.',
    deed: (tx, { id, body }) => settleCashOperation(tx, id, body),
    present: presentCashOperation,
  }),
)
