import { Alert, Button, Group, Paper, Table, Text, Title } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PromotionCreate, type PromotionTryOut, TRY_OUT } from '#shared/contracts/loyalty/promotions.ts'
import { toWallClock } from '#shared/std/zone-time.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call, type Given } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useOrganization } from '../../api/use-organization.ts'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useText } from '../../i18n/use-text.ts'
import classes from '../../kinds/record/record.module.css'
import type { Values } from '../../kinds/record/record-definition.ts'

const DAY_MS = 24 * 60 * 60_000
const WEEK = 7

/** Simulates past days with the promotion as entered. Nothing is saved. */
export function TryOut({ draft }: { draft: Values }) {
  const t = useText()
  const isAllowed = useMay()
  const timeZone = useOrganization()?.timeZone ?? 'UTC'
  const dayAgo = (days: number): string =>
    toWallClock(new Date(Date.now() - days * DAY_MS).toISOString(), timeZone).slice(0, 10)
  const [from, setFrom] = useState<string | null>(() => dayAgo(WEEK))
  const [to, setTo] = useState<string | null>(() => dayAgo(1))
  const [isIncomplete, setIncomplete] = useState(false)
  const attempt = useMutation({
    mutationFn: (body: Given<typeof TRY_OUT>['body']) =>
      call(TRY_OUT, { query: { ...(from && { from }), ...(to && { to }) }, body, timeoutMs: 60_000 }),
  })
  if (!isAllowed('sales.view')) return null
  const run = (): void => {
    // A promotion can be tried out before it has a name.
    const body = { ...draft, name: draft.name ?? t('promotions.new') }
    const { success } = PromotionCreate.safeParse(body)
    setIncomplete(!success)
    if (success) attempt.mutate(body as unknown as Given<typeof TRY_OUT>['body'])
  }
  return (
    <Paper component="section" className={classes.section}>
      <Title order={2} className={classes.sectionTitle}>
        {t('promotions.tryOut')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('promotions.tryOutWhy')}
      </Text>
      <Group align="flex-end" mb="md">
        <DateInput label={t('promotions.tryFrom')} w={150} value={from} onChange={setFrom} />
        <DateInput label={t('promotions.tryTo')} w={150} value={to} onChange={setTo} />
        <Button variant="default" loading={attempt.isPending} onClick={run}>
          {t('promotions.tryOut')}
        </Button>
      </Group>
      {isIncomplete && <Alert color="orange">{t('promotions.tryOutIncomplete')}</Alert>}
      <RefusalAlert refusal={attempt.error} />
      {attempt.data && !isIncomplete && <Found found={attempt.data} />}
    </Paper>
  )
}

function Found({ found: { receipts, reducedReceipts, discount, was, wouldBe } }: { found: PromotionTryOut }) {
  const t = useText()
  const format = useFormat()
  const rows = [
    ['turnover', format.amount],
    ['margin', format.amount],
    ['belowCost', format.number],
  ] as const
  return (
    <div role="status">
      <Text mb="sm">
        {t('promotions.tried', {
          receipts: format.number(receipts),
          reduced: format.number(reducedReceipts),
          discount: format.money(discount),
        })}
      </Text>
      <Table aria-label={t('promotions.tryOut')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            <Table.Th className="number">{t('promotions.was')}</Table.Th>
            <Table.Th className="number">{t('promotions.wouldBe')}</Table.Th>
            <Table.Th className="number">{t('promotions.difference')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, write]) => {
            const [before, after] = [was[name], wouldBe[name]]
            if (before === undefined || after === undefined) return null
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row">{t(`promotions.${name}`)}</Table.Th>
                <Table.Td className="number">{write(before)}</Table.Td>
                <Table.Td className="number">{write(after)}</Table.Td>
                <Table.Td className="number">{write(after - before)}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </div>
  )
}
