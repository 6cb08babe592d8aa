import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FISCAL_RECEIPTS } from '#shared/contracts/sales/fiscal-receipts.ts'
import { FiscalState } from '#shared/domain/sale-fiscal.ts'
import { useText } from '../i18n/use-text.ts'
import { list } from '../kinds/list/list-definition.ts'
import { ListPage } from '../kinds/list/list-page.tsx'
import { prepareList } from '../kinds/list/rows.ts'
import { RETAIL_POINT } from '../organization/references.ts'
import { FiscalBadge, NextStep } from './fiscal-state.tsx'

const fiscalReceipts = list({
  endpoint: FISCAL_RECEIPTS,
  texts: 'fiscalReceipts',
  columns: [
    {
      id: 'createdAt',
      sort: 'createdAt',
      width: 175,
      cell: ({ createdAt }, { dateTime }) => dateTime(createdAt),
    },
    { id: 'number', width: 125, phone: 105, cell: ({ receiptNumber, number }) => receiptNumber ?? number },
    { id: 'state', width: 155, phone: 115, cell: ({ state }) => <FiscalBadge state={state} /> },
    { id: 'message', width: 250, phone: 'rest', cell: ({ message }) => message },
    { id: 'nextStep', width: 220, cell: ({ nextStep }) => <NextStep step={nextStep} /> },
    { id: 'dueAt', sort: 'dueAt', width: 175, cell: ({ dueAt }, { dateTime }) => dueAt && dateTime(dueAt) },
    { id: 'sign', width: 105, cell: ({ sign }) => sign },
  ],
  filters: [
    { name: 'isStuck', kind: 'yes-no' },
    { name: 'state', kind: 'choice', options: FiscalState.options, texts: 'fiscalState' },
    { name: 'retailPointId', kind: 'reference', to: RETAIL_POINT },
  ],
  actions: () => <CashLink />,
  open: ({ id }) => `/sales/${id}`,
  refreshMs: 15_000,
})

/** Link to cash movements and Z reports, which some providers require in addition to receipts. */
function CashLink() {
  const t = useText()
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/fiscal-cash" {...props} />}>
      {t('fiscalCash.title')}
    </Button>
  )
}

export const prepare = prepareList(fiscalReceipts)
export const Page = () => <ListPage definition={fiscalReceipts} />
