import { Paper, Text, Title } from '@mantine/core'
import type { Counterparty } from '#shared/contracts/catalog/counterparties.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../../i18n/use-text.ts'
import panel from '../panel.module.css'

/** Shows the sales to the counterparty and its balance. */
export function Turnover({ counterparty: { salesAmount, balance } }: { counterparty: Counterparty }) {
  const t = useText()
  const { money } = useFormat()
  const shown = [
    ['salesAmount', salesAmount],
    ['balance', balance],
  ] as const
  if (shown.every(([, value]) => value == null)) return null
  return (
    <Paper component="section" className={panel.panel}>
      <Title order={2} className={panel.title}>
        {t('counterparties.turnover')}
      </Title>
      <dl className={panel.facts}>
        {shown.map(
          ([name, value]) =>
            value != null && (
              <div key={name}>
                <dt>{t(`counterparties.${name}`)}</dt>
                <dd>{money(value)}</dd>
              </div>
            ),
        )}
      </dl>
      <Text size="sm" c="dimmed">
        {t('counterparties.balanceWhy')}
      </Text>
    </Paper>
  )
}
