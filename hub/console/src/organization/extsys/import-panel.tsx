import { Anchor, Group, List, Progress, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  EXTSYS_STATUS,
  type ExtsysEntity,
  type ExtsysNote,
  type ExtsysRun,
  type ExtsysStatus,
  IMPORT_EXTSYS_COUNTERPARTIES,
  IMPORT_EXTSYS_PRODUCTS,
} from '#shared/contracts/organization/extsys.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { jobTroubleText } from '../../i18n/problem-text.ts'
import { remarkWords } from '../../i18n/remark-words.ts'
import { useText, type Text as Words } from '../../i18n/use-text.ts'
import { Panel } from '../../kinds/settings/panel.tsx'
import { ActionButton, useWhyNot } from '../../shell/action-button.tsx'
import { readJobsAgain } from '../../shell/jobs.ts'
import { showProblem } from '../../shell/messages.ts'

interface ImportPanelProps {
  entity: ExtsysEntity
  status: ExtsysStatus['products']
  /** True while an import of any kind is running. */
  isBusy: boolean
}

/** Starts imports of one kind of record and shows the result of the last one. */
export function ImportPanel({ entity, status, isBusy }: ImportPanelProps) {
  const t = useText()
  const client = useQueryClient()
  const isAllowed = useMay()
  const whyNot = useWhyNot()
  const [full, setFull] = useState(false)
  const [withStock, setWithStock] = useState(false)
  const start = useMutation({
    mutationFn: (dryRun: boolean) =>
      entity === 'Counterparties'
        ? call(IMPORT_EXTSYS_COUNTERPARTIES, { body: { dryRun, full } })
        : call(IMPORT_EXTSYS_PRODUCTS, {
            body: { dryRun, full, openingStock: withStock ? 'draft' : 'ignore' },
          }),
    onError: (error) => showProblem(t, error),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: [EXTSYS_STATUS.path] }), readJobsAgain(client)]),
  })
  const why =
    whyNot('catalog.create') ??
    whyNot('catalog.update') ??
    (isBusy || start.isPending ? t('refused.extsys_busy') : undefined)
  const { lastRun, changedUntil } = status
  return (
    <Panel title={t(`extsys.${entity}`)} text={t(`extsys.${entity}Why`)}>
      {changedUntil !== null && (
        <Switch
          label={t('extsys.full')}
          description={t('extsys.fullWhy')}
          checked={full}
          onChange={({ currentTarget }) => setFull(currentTarget.checked)}
        />
      )}
      {entity === 'Products' && (
        <Switch
          label={t('extsys.openingStock')}
          description={t('extsys.openingStockWhy')}
          disabled={!isAllowed('inventory.create')}
          checked={withStock}
          onChange={({ currentTarget }) => setWithStock(currentTarget.checked)}
        />
      )}
      <Group>
        <ActionButton
          whyNot={why}
          loading={start.isPending && !start.variables}
          onClick={() => start.mutate(false)}
        >
          {t('extsys.import')}
        </ActionButton>
        <ActionButton
          variant="default"
          whyNot={why}
          loading={start.isPending && start.variables}
          onClick={() => start.mutate(true)}
        >
          {t('extsys.dryRun')}
        </ActionButton>
      </Group>
      {lastRun && <LastRun run={lastRun} />}
    </Panel>
  )
}

function LastRun({ run }: { run: ExtsysRun }) {
  const t = useText()
  const format = useFormat()
  const { status, counts, total, read, notes, notesTotal } = run
  const isGoingOn = status === 'Queued' || status === 'Running'
  const named = (Object.keys(counts) as (keyof typeof counts)[]).filter((name) => counts[name] > 0)
  const trouble = jobTroubleText(t, run)
  const name = t(run.dryRun ? 'extsys.lastDryRun' : 'extsys.lastImport')
  return (
    <div>
      <Text fw={600}>
        {name}: {t(`extsys.status_${status}`)}, {format.dateTime(run.endedAt ?? run.createdAt)}
      </Text>
      {isGoingOn && <Progress my="xs" aria-label={name} value={total ? (read / total) * 100 : 0} animated />}
      {trouble && (
        <Text size="sm" c={status === 'Failed' ? 'red' : 'dimmed'}>
          {trouble}
        </Text>
      )}
      {!isGoingOn && (
        <Text size="sm">
          {named.length === 0
            ? t('extsys.nothing')
            : named.map((each) => `${t(`extsys.count_${each}`)}: ${counts[each]}`).join(' · ')}
        </Text>
      )}
      {run.importId && !isGoingOn && (counts.created > 0 || counts.updated > 0) && (
        <Anchor component={Link} to={`/changes/${run.importId}`} size="sm">
          {t(run.dryRun ? 'extsys.lookAndApply' : 'extsys.look')}
        </Anchor>
      )}
      {notesTotal > 0 && (
        <>
          <Text size="sm" fw={600} mt="xs">
            {t('extsys.notes', { count: notesTotal })}
          </Text>
          <List size="sm">
            {[...Map.groupBy(notes, kindOf)].map(([kind, own]) => (
              <List.Item key={kind}>{notesText(t, own)}</List.Item>
            ))}
          </List>
        </>
      )}
    </div>
  )
}

/** Maximum number of records named for each kind of note. */
const MOST_NAMED = 5

const kindOf = ({ code, field, detail }: ExtsysNote): string => [code, field, detail].join(' ')

/**
 * Summarizes notes that differ only in record and value, such as: “Value left out · email · is not an
 * address: Pyotr “nobody”, ... (7)”.
 */
function notesText(t: Words, notes: readonly ExtsysNote[]): string {
  const [{ code, field, detail, remark }] = notes as [ExtsysNote]
  const why = remark ? remarkWords(t, { ...remark, detail: detail ?? '' }) : detail
  const kind = [t(`extsys.note_${code}`), field, why].filter(Boolean).join(' · ')
  const named = notes.flatMap(
    ({ name, value }) => [name, value && `“${value}”`].filter(Boolean).join(' ') || [],
  )
  if (named.length === 0) return kind
  const more = named.length > MOST_NAMED ? ` … (${named.length})` : ''
  return `${kind}: ${named.slice(0, MOST_NAMED).join(', ')}${more}`
}
