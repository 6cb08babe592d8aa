import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listOf } from '#shared/contracts/endpoint.ts'
import { DEVICES } from '#shared/contracts/fleet/devices.ts'
import { WORK_LIST } from '#shared/contracts/fleet/work-list.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import { Part } from '../kinds/details/details.tsx'

const REFRESH_MS = 30_000

interface Matter {
  key: string
  to: string
  search: Record<string, string>
  may: Permission
  /** True for a count of problems, which is hidden while it is zero. */
  isBad?: true
  count: () => Promise<number>
}

const MATTERS: readonly Matter[] = [
  {
    key: 'workList',
    to: '/work-list',
    search: {},
    may: 'sync.view',
    count: async () => (await call(WORK_LIST, { query: { pageSize: 1 } })).total,
  },
  {
    key: 'down',
    to: '/devices',
    search: { isRevoked: 'false', alert: 'down' },
    may: 'sync.view',
    isBad: true,
    count: async () => (await call(DEVICES, { query: { pageSize: 1, alert: 'down' } })).total,
  },
  {
    key: 'devices',
    to: '/devices',
    search: { isRevoked: 'false' },
    may: 'sync.view',
    count: async () => {
      const { items } = await call(DEVICES, { query: { pageSize: 500, isRevoked: 'false' } })
      return items.filter(({ alerts }) => alerts.length > 0).length
    },
  },
  {
    key: 'belowMinStock',
    to: '/products',
    search: { belowMinStock: 'true' },
    may: 'catalog.view',
    count: async () => {
      const { PRODUCTS } = await import('#shared/contracts/catalog/products.ts')
      return (await call(listOf(PRODUCTS), { query: { pageSize: 1, belowMinStock: 'true' } })).total
    },
  },
]

/** Lists matters that need attention, each with a link to its list. */
export function Attention() {
  const t = useText()
  const isAllowed = useMay()
  const mine = MATTERS.filter(({ may }) => isAllowed(may))
  if (mine.length === 0) return null
  return (
    <Part title={t('home.attention')}>
      <Stack gap={8}>
        {mine.map((matter) => (
          <MatterRow key={matter.key} matter={matter} />
        ))}
      </Stack>
    </Part>
  )
}

function MatterRow({ matter: { key, to, search, isBad, count } }: { matter: Matter }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: ['attention', key],
    queryFn: count,
    refetchInterval: REFRESH_MS,
  })
  if (data === undefined || (data === 0 && isBad)) return null
  if (data === 0) return <Text c="dimmed">{t(`home.no_${key}`)}</Text>
  return (
    <Anchor
      {...(isBad && { c: 'var(--bad-text)', fw: 600 })}
      renderRoot={(props) => <Link to={to as '/'} search={search as never} {...props} />}
    >
      {t(`home.some_${key}`, { count: data })}
    </Anchor>
  )
}
