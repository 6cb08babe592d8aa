import { Text } from '@mantine/core'
import {
  BLOCK_VOUCHER,
  DELETE_VOUCHER,
  type GiftVoucher,
  UNBLOCK_VOUCHER,
  VOUCHER,
  VOUCHER_ENTRIES,
  VOUCHERS,
} from '#shared/contracts/loyalty/vouchers.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useNames } from '../../fields/reference.ts'
import { useText } from '../../i18n/use-text.ts'
import { DetailsPage, Facts, Part } from '../../kinds/details/details.tsx'
import { LoadedRecord, prepareOne } from '../../kinds/details/loaded-record.tsx'
import { PageHeader } from '../../kinds/page-header.tsx'
import { EMPLOYEE } from '../../organization/references.ts'
import { BlockButton, DeleteButton } from '../actions.tsx'
import { Ledger } from '../ledger.tsx'
import { StatusBadge } from '../status-badge.tsx'

export const prepare = prepareOne(VOUCHER)
export const Page = () => (
  <LoadedRecord endpoint={VOUCHER}>{(voucher) => <Voucher voucher={voucher} />}</LoadedRecord>
)

function Voucher({ voucher }: { voucher: GiftVoucher }) {
  const t = useText()
  const format = useFormat()
  const employeeName = useNames(EMPLOYEE)
  const params = { id: voucher.id }
  return (
    <>
      <PageHeader
        title={t('vouchers.named', { number: voucher.number })}
        beside={<StatusBadge of={voucher} />}
        back={{ to: '/vouchers', label: t('vouchers.title') }}
      >
        <DeleteButton
          base={VOUCHERS.path}
          path="/vouchers"
          name={voucher.number}
          remove={() => call(DELETE_VOUCHER, { params })}
        />
        <BlockButton
          base={VOUCHERS.path}
          texts="vouchers"
          status={voucher.status}
          block={(reason) => call(BLOCK_VOUCHER, { params, body: { reason } })}
          unblock={() => call(UNBLOCK_VOUCHER, { params })}
        />
      </PageHeader>
      <DetailsPage>
        <Part title={t('vouchers.balance')}>
          <Text fz={28} fw={650}>
            {format.money(voucher.balance)}
          </Text>
          <Facts facts={[[t('vouchers.amount'), format.money(voucher.amount)]]} />
        </Part>
        <Part title={t('vouchers.voucher')}>
          <Facts
            facts={[
              [t('vouchers.issuedAt'), format.dateTime(voucher.issuedAt)],
              [t('vouchers.issuedById'), employeeName(voucher.issuedById)],
              [
                t('vouchers.expiresAt'),
                voucher.expiresAt ? format.dateTime(voucher.expiresAt) : t('vouchers.never'),
              ],
              [t('vouchers.blockedAt'), voucher.blockedAt && format.dateTime(voucher.blockedAt)],
              [t('loyalty.reason'), voucher.blockReason],
            ]}
          />
        </Part>
        <Ledger
          title={t('vouchers.ledger')}
          queryKey={[VOUCHERS.path, 'entries', voucher.id]}
          read={async (page, signal) => {
            const query = { page, pageSize: 50 }
            const { items, total } = await call(VOUCHER_ENTRIES, { params, query, signal })
            const rows = items.map(({ kind, ...entry }) => ({
              ...entry,
              what: t(`voucherEntryKind.${kind}`),
              note: null,
            }))
            return { rows, total }
          }}
        />
      </DetailsPage>
    </>
  )
}
