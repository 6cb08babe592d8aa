import { Anchor, Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RETAIL, REVIEW_SALE, type RetailSale } from '#shared/contracts/sales/retail-sales.ts'
import type { Format } from '#shared/std/format.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { useNames } from '../fields/reference.ts'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useText } from '../i18n/use-text.ts'
import { DetailsPage, Facts, Part } from '../kinds/details/details.tsx'
import { Rows } from '../kinds/details/rows.tsx'
import { PageHeader } from '../kinds/page-header.tsx'
import { RETAIL_POINT } from '../organization/references.ts'
import { ActionButton, useWhyNot } from '../shell/action-button.tsx'
import { CreateReturn } from './create-return.tsx'
import { FiscalPart } from './fiscal-part.tsx'
import { FlagList } from './flag-list.tsx'
import { SaleState } from './sale-state.tsx'

/** Page of a till's receipt. It is read-only, because sold products can only be taken back with a return. */
export function Receipt({ sale }: { sale: RetailSale }) {
  const t = useText()
  const format = useFormat()
  const pointName = useNames(RETAIL_POINT)
  return (
    <>
      <PageHeader
        title={t(sale.isReturn ? 'sales.returnNo' : 'sales.receiptNo', {
          number: sale.receiptNumber ?? sale.number,
        })}
        beside={<SaleState sale={sale} />}
        back={{ to: '/sales', label: t('sales.title') }}
      >
        {!sale.isReturn && <CreateReturn sale={sale} />}
      </PageHeader>
      <DetailsPage>
        {sale.flags.length > 0 && <Flags sale={sale} />}
        <Part title={t('sales.when')}>
          <Facts
            facts={[
              [t('sales.date'), format.dateTime(sale.soldAt)],
              [t('sales.receivedAt'), format.dateTime(sale.receivedAt)],
              [t('sales.retailPointId'), pointName(sale.retailPointId)],
              [t('sales.cashierName'), sale.cashierName],
              [t('sales.shiftReceiptNumber'), sale.shiftReceiptNumber],
              [t('sales.customerPhone'), sale.customerPhone],
              [t('sales.comment'), sale.comment],
              [
                t('sales.shift'),
                sale.shiftId && (
                  <Anchor
                    size="sm"
                    renderRoot={(props) => <Link to={`/shifts/${sale.shiftId}` as '/'} {...props} />}
                  >
                    {t('sales.openShift')}
                  </Anchor>
                ),
              ],
              [
                t('sales.originalSale'),
                sale.originalSaleId && (
                  <Anchor
                    size="sm"
                    renderRoot={(props) => <Link to={`/sales/${sale.originalSaleId}` as '/'} {...props} />}
                  >
                    {t('sales.openOriginal')}
                  </Anchor>
                ),
              ],
            ]}
          />
        </Part>
        <Part title={t('sales.money')}>
          <Facts
            facts={[
              [t('sales.sum'), <strong key="sum">{format.money(sale.sum)}</strong>],
              [t('sales.foreignMoney'), sale.foreignMoney ? paidAbroad(sale.foreignMoney, format) : null],
              [t('sales.discountSum'), sale.discountSum ? format.money(sale.discountSum) : null],
              [t('sales.vatSum'), sale.vatSum ? format.money(sale.vatSum) : null],
              [t('sales.voucherSum'), sale.voucherSum ? format.money(sale.voucherSum) : null],
              ...sale.payments.map(
                ({ type, amount, reference }) =>
                  [
                    t(`tenders.${type}`, { defaultValue: type }),
                    type === 'GiftCard' && reference
                      ? `${format.money(amount)} · № ${reference}`
                      : format.money(amount),
                  ] as const,
              ),
              [t('sales.changeSum'), sale.changeSum ? format.money(sale.changeSum) : null],
              [t('sales.costSum'), sale.costSum === undefined ? null : format.money(sale.costSum)],
              [t('sales.bonusEarned'), sale.bonusEarned ? format.amount(sale.bonusEarned) : null],
              [t('sales.bonusSpent'), sale.bonusSpent ? format.amount(sale.bonusSpent) : null],
            ]}
          />
        </Part>
        {sale.lines.length > 0 && <Lines lines={sale.lines} />}
        {sale.vouchers.length > 0 && <Vouchers sale={sale} />}
        <FiscalPart sale={sale} />
      </DetailsPage>
    </>
  )
}

function Lines({ lines }: Pick<RetailSale, 'lines'>) {
  const t = useText()
  const format = useFormat()
  return (
    <Part title={t('sales.lines')} isWide>
      <Rows
        label={t('sales.lines')}
        rows={lines}
        keyOf={({ id }) => id}
        columns={[
          { head: '№', cell: ({ lineNo }) => lineNo },
          { head: t('sales.product'), cell: ({ productName }) => productName },
          { head: t('sales.quantity'), isNumber: true, cell: ({ quantity }) => format.quantity(quantity) },
          { head: t('sales.price'), isNumber: true, cell: ({ price }) => format.amount(price) },
          {
            head: t('sales.discountSum'),
            isNumber: true,
            cell: ({ discountAmount }) => (discountAmount ? format.amount(discountAmount) : ''),
          },
          { head: t('sales.sum'), isNumber: true, cell: ({ sum }) => format.amount(sum) },
        ]}
      />
    </Part>
  )
}

/** Lists the vouchers sold or reloaded with the receipt, or taken back by a return. */
function Vouchers({ sale: { vouchers, isReturn } }: { sale: RetailSale }) {
  const t = useText()
  const format = useFormat()
  const done = (isReload: boolean) =>
    t(isReturn ? 'sales.voucherBack' : isReload ? 'sales.voucherReloaded' : 'sales.voucherSold')
  return (
    <Part title={t('sales.vouchers')} isWide>
      <Rows
        label={t('sales.vouchers')}
        rows={vouchers}
        keyOf={({ number }) => number}
        columns={[
          { head: t('sales.voucherNumber'), cell: ({ number }) => number },
          { head: t('sales.voucherDeed'), cell: ({ isReload }) => done(isReload) },
          { head: t('sales.sum'), isNumber: true, cell: ({ amount }) => format.amount(amount) },
        ]}
      />
    </Part>
  )
}

/** Flags from the upload. They do not affect the booking of the receipt. */
function Flags({ sale }: { sale: RetailSale }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const mayNotSettle = useWhyNot()('sync.manage')
  const [note, setNote] = useState('')
  const review = useMutation({
    mutationFn: () => call(REVIEW_SALE, { params: { id: sale.id }, body: { note } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [RETAIL.base] }),
  })
  return (
    <Part title={t('sales.flagged')} isWide>
      <Stack>
        <FlagList flags={sale.flags} />
        {sale.reviewedAt !== null ? (
          <div>
            {t('sales.reviewed', { at: format.dateTime(sale.reviewedAt) })} {sale.reviewNote}
          </div>
        ) : (
          <>
            <RefusalAlert refusal={review.error} />
            <Textarea
              label={t('sales.note')}
              description={t('sales.noteWhy')}
              maxLength={2000}
              disabled={mayNotSettle !== undefined}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <Group>
              <ActionButton
                whyNot={mayNotSettle ?? (note.trim() ? undefined : t('sales.noteFirst'))}
                loading={review.isPending}
                onClick={() => review.mutate()}
              >
                {t('sales.settle')}
              </ActionButton>
            </Group>
          </>
        )}
      </Stack>
    </Part>
  )
}

/** Returns the foreign amount with its rate, such as 100.00 USD × 450.55. */
const paidAbroad = (
  { currencyCode, rate, multiplicity, sum }: NonNullable<RetailSale['foreignMoney']>,
  format: Format,
): string => {
  const one = multiplicity === 1 ? '' : ` / ${multiplicity}`
  return `${format.amount(sum)} ${currencyCode} × ${rate}${one}`
}
