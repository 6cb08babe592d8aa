import { ActionIcon, Badge, Button, CloseButton, Loader, Table, TextInput, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPlus, IconSearch } from '@tabler/icons-react'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PRODUCT_GROUPS, type ProductGroup } from '#shared/contracts/catalog/product-groups.ts'
import { MAX_PAGE_SIZE } from '#shared/contracts/common.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { problemText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/use-text.ts'
import { PageHeader } from '../../kinds/page-header.tsx'
import { Notice } from '../../shell/notice.tsx'
import { groupRows } from './group-tree.ts'
import classes from './tree.module.css'

/** Query of all groups, because the page shows the whole tree. */
const groupOptions = queryOptions({
  queryKey: [PRODUCT_GROUPS.base, 'tree'],
  queryFn: async ({ signal }) => {
    const groups: ProductGroup[] = []
    for (let page = 1; ; page += 1) {
      const { items, total } = await call(listOf(PRODUCT_GROUPS), {
        query: { page, pageSize: MAX_PAGE_SIZE, sort: 'sortOrder,name' },
        signal,
      })
      groups.push(...items)
      if (items.length === 0 || groups.length >= total) return groups
    }
  },
})

export const prepare = (client: QueryClient) => client.prefetchQuery(groupOptions)

/** Number of groups up to which all are expanded. With more, only the first level is shown. */
const FEW = 60

export function Page() {
  const t = useText()
  const { percent, number } = useFormat()
  const isAllowed = useMay()
  const { data: groups, error, refetch } = useQuery(groupOptions)
  const [search, setSearch] = useState('')
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isOpenFirst = (groups?.length ?? 0) <= FEW
  const isOpen = (id: string): boolean => turned.has(id) !== isOpenFirst
  const rows = groups ? groupRows(groups, { isOpen, search }) : []
  const turn = (id: string): void => {
    const next = new Set(turned)
    if (!next.delete(id)) next.add(id)
    setTurned(next)
  }
  const parents = rows.filter(({ hasChildren }) => hasChildren)
  const setAll = (open: boolean): void =>
    setTurned(new Set(open === isOpenFirst ? [] : (groups ?? []).map(({ id }) => id)))
  return (
    <>
      <PageHeader
        title={t('productGroups.title')}
        beside={groups && <span className={classes.total}>{number(groups.length)}</span>}
      >
        {isAllowed('catalog.create') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/product-groups/new" {...props} />}
          >
            {t('productGroups.new')}
          </Button>
        )}
      </PageHeader>
      <div className={classes.bar}>
        <TextInput
          className={classes.search}
          aria-label={t('list.search')}
          placeholder={t('list.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            search && (
              <CloseButton size="sm" aria-label={t('list.clearSearch')} onClick={() => setSearch('')} />
            )
          }
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {parents.length > 0 && !search && (
          <>
            <Button variant="default" onClick={() => setAll(true)}>
              {t('productGroups.openAll')}
            </Button>
            <Button variant="default" onClick={() => setAll(false)}>
              {t('productGroups.closeAll')}
            </Button>
          </>
        )}
      </div>
      {error && !groups && (
        <Notice title={t('list.failed')} text={problemText(t, error)}>
          <Button onClick={() => void refetch()}>{t('shell.again')}</Button>
        </Notice>
      )}
      {!groups && !error && <Loader m="xl" aria-label={t('shell.starting')} />}
      {groups && rows.length === 0 && (
        <Notice title={t(search ? 'list.nothingFound' : 'productGroups.empty')} />
      )}
      {rows.length > 0 && (
        <Table className={classes.table} aria-label={t('productGroups.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('productGroups.name')}</Table.Th>
              <Table.Th className={classes.optional}>{t('productGroups.code')}</Table.Th>
              <Table.Th className="number">{t('productGroups.markup')}</Table.Th>
              <Table.Th className="number">{t('productGroups.vatRate')}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ group, depth, hasChildren }) => (
              <Table.Tr key={group.id}>
                <Table.Td style={{ paddingLeft: 8 + depth * 24 }}>
                  <span className={classes.name}>
                    {hasChildren ? (
                      <ActionIcon
                        size={24}
                        aria-expanded={search !== '' || isOpen(group.id)}
                        aria-label={t('productGroups.below', { name: group.name })}
                        onClick={() => turn(group.id)}
                      >
                        {search !== '' || isOpen(group.id) ? (
                          <IconChevronDown size={16} aria-hidden />
                        ) : (
                          <IconChevronRight size={16} aria-hidden />
                        )}
                      </ActionIcon>
                    ) : (
                      <span className={classes.leaf} />
                    )}
                    <Link to="/product-groups/$id" params={{ id: group.id }} className={classes.link}>
                      {group.name}
                    </Link>
                    {group.isArchived && (
                      <Badge size="sm" color="gray">
                        {t('record.archived')}
                      </Badge>
                    )}
                  </span>
                </Table.Td>
                <Table.Td className={classes.optional}>{group.code}</Table.Td>
                <Table.Td className="number" data-inherited={group.markup === null || undefined}>
                  {percent(group.effectiveMarkup * 100)}
                </Table.Td>
                <Table.Td className="number" data-inherited={group.useParentVat || undefined}>
                  {group.useParentVat
                    ? t('productGroups.asAbove')
                    : group.vatRate === null
                      ? t('productGroups.withoutVat')
                      : percent(group.vatRate)}
                </Table.Td>
                <Table.Td className={classes.actions}>
                  {isAllowed('catalog.create') && (
                    <Tooltip label={t('productGroups.newBelow')}>
                      <ActionIcon
                        size={28}
                        aria-label={t('productGroups.newIn', { name: group.name })}
                        renderRoot={(props) => (
                          <Link to="/product-groups/new" search={{ parentId: group.id }} {...props} />
                        )}
                      >
                        <IconPlus size={16} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}
