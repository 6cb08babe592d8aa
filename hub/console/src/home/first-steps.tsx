import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PRODUCTS } from '#shared/contracts/catalog/products.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { DEVICES } from '#shared/contracts/fleet/devices.ts'
import { EMPLOYEES } from '#shared/contracts/organization/employees.ts'
import { RETAIL } from '#shared/contracts/sales/retail-sales.ts'
import { call } from '../api/call.ts'
import { useText } from '../i18n/use-text.ts'
import { Part } from '../kinds/details/details.tsx'

const ONE = { pageSize: 1 }

interface Step {
  key: string
  to: string
  isDone: () => Promise<boolean>
}

/** Setup steps. Each is checked against data at the hub, never ticked off by a user. */
const STEPS: readonly Step[] = [
  {
    key: 'products',
    to: '/products/import',
    isDone: async () => (await call(listOf(PRODUCTS), { query: ONE })).total > 0,
  },
  {
    key: 'cashier',
    to: '/employees',
    isDone: async () =>
      (await call(listOf(EMPLOYEES), { query: { pageSize: 500 } })).items.some(({ hasPosPin }) => hasPosPin),
  },
  {
    key: 'till',
    to: '/retail-points',
    isDone: async () => (await call(DEVICES, { query: { ...ONE, isRevoked: 'false' } })).total > 0,
  },
  {
    key: 'sale',
    to: '/sales',
    isDone: async () => (await call(listOf(RETAIL), { query: { ...ONE, source: 'Pos' } })).total > 0,
  },
]

/** Lists the remaining setup steps. Empty once all are done. */
export function FirstSteps({ onDismiss }: { onDismiss: () => void }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: ['first-steps'],
    queryFn: () => Promise.all(STEPS.map(({ isDone }) => isDone())),
  })
  if (!data || data.every(Boolean)) return null
  return (
    <Part title={t('home.firstSteps')} isWide>
      <Stack gap={8} component="ol" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {STEPS.map((step, index) => (
          <StepRow key={step.key} step={step} isDone={data[index] ?? false} />
        ))}
      </Stack>
      <Group justify="flex-end" mt="sm">
        <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
          {t('home.dismiss')}
        </Button>
      </Group>
    </Part>
  )
}

function StepRow({ step: { key, to }, isDone }: { step: Step; isDone: boolean }) {
  const t = useText()
  return (
    <Group component="li" gap={10} wrap="nowrap">
      {isDone ? (
        <IconCircleCheckFilled size={20} color="var(--good)" role="img" aria-label={t('home.done')} />
      ) : (
        <IconCircle size={20} color="var(--text-quiet)" role="img" aria-label={t('home.notDone')} />
      )}
      {isDone ? (
        <Text c="dimmed">{t(`home.step_${key}`)}</Text>
      ) : (
        <Anchor renderRoot={(props) => <Link to={to as '/'} {...props} />}>{t(`home.step_${key}`)}</Anchor>
      )}
    </Group>
  )
}
