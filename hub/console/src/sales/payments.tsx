import { ActionIcon, Button, Group, Select, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { RETAIL_POINTS } from '#shared/contracts/catalog/retail-points.ts'
import { getOf } from '#shared/contracts/endpoint.ts'
import { needsReference, SET_OFF, TENDER_TYPES, type TenderType } from '#shared/domain/tenders.ts'
import { amount, amountToNumber } from '#shared/money/decimal.ts'
import { roundingOf } from '#shared/pricing/cash-rounding.ts'
import { settle } from '#shared/pricing/sale.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { useText } from '../i18n/use-text.ts'
import classes from '../kinds/document/document.module.css'
import type { FootProps } from '../kinds/document/document-definition.ts'

interface Payment {
  type: string
  /** Amount in major units, or null while nothing is entered. */
  amount: number | null
  reference: string | null
}

const OFFERED = TENDER_TYPES.filter((type) => type !== SET_OFF)

/** Returns the rounding of a receipt by the rule of the retail point, calculated like the hub does. */
function useRounding(retailPointId: unknown, sum: number, payments: readonly Payment[]): number {
  const id = typeof retailPointId === 'string' ? retailPointId : ''
  const { data: point } = useQuery({
    queryKey: [RETAIL_POINTS.base, 'one', id],
    queryFn: () => call(getOf(RETAIL_POINTS), { params: { id } }),
    enabled: id !== '',
  })
  if (!point) return 0
  const rule = {
    mode: point.cashRounding,
    step: amount(point.cashRoundingStep),
    appliesTo: point.cashRoundingAppliesTo,
  }
  const tenders = payments.map(({ type, amount: given }) => ({
    type: type as TenderType,
    amount: amount(given ?? 0),
  }))
  return amountToNumber(roundingOf(amount(sum), tenders, rule))
}

/** Payments of a sale, or refunds of a return, with the missing amount. */
export function Payments({ header, sum, errors, isReadOnly, set }: FootProps) {
  const t = useText()
  const payments = (header.payments as Payment[] | undefined) ?? []
  const change = (next: Payment[]): void => set('payments', next)
  const replace = (index: number, part: Partial<Payment>): void =>
    change(payments.map((payment, at) => (at === index ? { ...payment, ...part } : payment)))
  const rounding = useRounding(header.retailPointId, sum, payments)
  const settlement = settle(
    amount(sum + rounding),
    payments.map(({ type, amount: given }) => ({ type, amount: amount(given ?? 0) })),
  )
  const missing =
    !settlement.ok && settlement.reason === 'too_little' ? amountToNumber(settlement.missing) : 0
  return (
    <section className={classes.lines} aria-label={t('retailSales.payments')}>
      <Group className={classes.linesHead} gap={12}>
        <Text fw={600}>{t('retailSales.payments')}</Text>
        <Left settlement={settlement} rounding={rounding} />
        {!isReadOnly && (
          <Button
            ml="auto"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => change([...payments, { type: 'Cash', amount: missing || null, reference: null }])}
          >
            {t('retailSales.addPayment')}
          </Button>
        )}
      </Group>
      {errors.payments && (
        <Text c="var(--bad-text)" size="sm" px={14} pt={8} role="alert">
          {errors.payments}
        </Text>
      )}
      {payments.map((payment, index) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: a payment has no name but its place
          key={index}
          px={14}
          py={8}
          gap={12}
          align="flex-start"
          role="group"
          aria-label={t('retailSales.paymentNo', { place: index + 1 })}
        >
          <Select
            w={200}
            label={t('retailSales.type')}
            data={OFFERED.map((type) => ({ value: type, label: t(`tenders.${type}`) }))}
            allowDeselect={false}
            value={payment.type}
            readOnly={isReadOnly}
            error={errors[`payments/${index}/type`]}
            onChange={(type) => type && replace(index, { type })}
          />
          <DecimalInput
            w={160}
            label={t('retailSales.amount')}
            places={2}
            min={0}
            value={payment.amount}
            readOnly={isReadOnly}
            error={errors[`payments/${index}/amount`]}
            onChange={(given) => replace(index, { amount: given })}
          />
          {(needsReference(payment.type) || payment.reference) && (
            <TextInput
              w={220}
              label={t('retailSales.reference')}
              maxLength={255}
              value={payment.reference ?? ''}
              readOnly={isReadOnly}
              error={errors[`payments/${index}/reference`]}
              onChange={(event) => replace(index, { reference: event.currentTarget.value || null })}
            />
          )}
          {!isReadOnly && (
            <ActionIcon
              size={36}
              mt={24}
              aria-label={t('retailSales.removePayment', { place: index + 1 })}
              onClick={() => change(payments.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
    </section>
  )
}

function Left({ settlement, rounding }: { settlement: ReturnType<typeof settle>; rounding: number }) {
  const t = useText()
  const format = useFormat()
  const text = (() => {
    if (settlement.ok)
      return settlement.changeSum === 0
        ? ''
        : t('retailSales.change', { sum: format.amount(amountToNumber(settlement.changeSum)) })
    return settlement.reason === 'too_little'
      ? t('retailSales.missing', { sum: format.amount(amountToNumber(settlement.missing)) })
      : t('retailSales.over', { sum: format.amount(amountToNumber(settlement.over)) })
  })()
  return (
    <Text component="output" size="sm" c={settlement.ok ? 'dimmed' : 'var(--bad-text)'}>
      {[rounding !== 0 && t('retailSales.rounding', { sum: format.amount(rounding) }), text]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  )
}
