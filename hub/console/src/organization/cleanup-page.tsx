import { Alert, Anchor, Button, Group, Loader, Progress, Switch, Table, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  CLEANUP_ALL_ASYNC,
  CLEANUP_COUNTERPARTIES,
  CLEANUP_STATS,
  type CleanupStats,
} from '#shared/contracts/organization/cleanup.ts'
import { DEMO_DATA, REMOVE_DEMO } from '#shared/contracts/organization/demo-data.ts'
import { KEPT_EXPORT_DAYS } from '#shared/contracts/organization/organization-export.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { useOrganization } from '../api/use-organization.ts'
import { jobTroubleText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import { PageHeader } from '../kinds/page-header.tsx'
import { Panel, Panels } from '../kinds/settings/panel.tsx'
import { ActionButton } from '../shell/action-button.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { isGoingOn, readJobsAgain } from '../shell/jobs.ts'
import { showDone, showProblem } from '../shell/messages.ts'

const LOOK_MS = 1500

/** Page that deletes the data of the organization. Its name must be typed as confirmation. */
export function Page() {
  const t = useText()
  const { data } = useQuery({
    queryKey: [CLEANUP_STATS.path],
    queryFn: () => call(CLEANUP_STATS),
    refetchInterval: ({ state }) => (state.data?.job && isGoingOn(state.data.job) ? LOOK_MS : false),
  })
  return (
    <>
      <PageHeader title={t('cleanup.title')} />
      {data ? (
        <Panels>
          {data.job && <JobAlert job={data.job} />}
          <Panel title={t('cleanup.what')}>
            <Counts stats={data} />
          </Panel>
          <Panel title={t('cleanup.stays')}>
            <Text size="sm">{t('cleanup.staysWhy')}</Text>
          </Panel>
          {!(data.job && isGoingOn(data.job)) && <Demo />}
          {!(data.job && isGoingOn(data.job)) && <Deletion total={data.total} />}
        </Panels>
      ) : (
        <Loader m="20vh auto" display="block" />
      )}
    </>
  )
}

function Counts({ stats: { counts, total } }: { stats: CleanupStats }) {
  const t = useText()
  const format = useFormat()
  const rows = Object.entries(counts).filter(([, count]) => count > 0)
  if (total === 0) return <Text>{t('cleanup.nothing')}</Text>
  return (
    <Table aria-label={t('cleanup.what')}>
      <Table.Tbody>
        {rows.map(([name, count]) => (
          <Table.Tr key={name}>
            <Table.Td>{t(`cleanup.${name}`)}</Table.Td>
            <Table.Td ta="right">{format.number(count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function JobAlert({ job }: { job: NonNullable<CleanupStats['job']> }) {
  const t = useText()
  const format = useFormat()
  if (isGoingOn(job))
    return (
      <Alert color="blue" role="status">
        {t('cleanup.runs')}
        <Progress mt="sm" value={100} animated aria-label={t('cleanup.title')} />
      </Alert>
    )
  if (job.status !== 'Succeeded')
    return (
      <Alert color="red">
        {t('cleanup.failed', { message: jobTroubleText(t, job) ?? t(`jobs.status_${job.status}`) })}
      </Alert>
    )
  return (
    <Alert color="teal" role="status">
      {t('cleanup.done', { at: format.dateTime(job.finishedAt ?? job.createdAt) })}{' '}
      <Anchor size="sm" renderRoot={(props) => <Link to={'/export' as '/'} {...props} />}>
        {t('cleanup.toExports')}
      </Anchor>
    </Alert>
  )
}

/** Button that removes only the demo data, if there is any. */
function Demo() {
  const t = useText()
  const client = useQueryClient()
  const [isRequested, setRequested] = useState(false)
  const { data } = useQuery({ queryKey: [DEMO_DATA.path], queryFn: () => call(DEMO_DATA) })
  const removal = useMutation({
    mutationFn: () => call(REMOVE_DEMO),
    onError: (error) => showProblem(t, error),
    onSuccess: async () => {
      setRequested(false)
      await client.invalidateQueries()
      showDone(t('cleanup.demoDone'))
    },
  })
  if (data?.state !== 'Seeded') return null
  return (
    <Panel title={t('cleanup.demo')} text={t('cleanup.demoWhy')}>
      <Button variant="outline" color="red" onClick={() => setRequested(true)}>
        {t('cleanup.demoRemove')}
      </Button>
      {isRequested && (
        <Dialog onClose={() => setRequested(false)} title={t('cleanup.demoAsk')}>
          <Text>{t('cleanup.demoWhy')}</Text>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" data-autofocus onClick={() => setRequested(false)}>
              {t('record.cancel')}
            </Button>
            <Button color="red" loading={removal.isPending} onClick={() => removal.mutate()}>
              {t('cleanup.demoRemove')}
            </Button>
          </Group>
        </Dialog>
      )}
    </Panel>
  )
}

function Deletion({ total }: { total: number }) {
  const t = useText()
  const client = useQueryClient()
  const name = useOrganization()?.name ?? ''
  const [confirmation, setConfirmation] = useState('')
  const [isExported, setExported] = useState(true)
  const shared = {
    onError: (error: unknown) => showProblem(t, error),
    onSettled: async () => {
      setConfirmation('')
      await client.invalidateQueries({ queryKey: [CLEANUP_STATS.path] })
      await readJobsAgain(client)
    },
  }
  const all = useMutation({
    ...shared,
    mutationFn: () => call(CLEANUP_ALL_ASYNC, { body: { confirmation, export: isExported } }),
  })
  const partners = useMutation({
    ...shared,
    mutationFn: () => call(CLEANUP_COUNTERPARTIES, { query: { confirmation } }),
    onSuccess: ({ deleted }) => showDone(t('cleanup.partnersDone', { count: deleted })),
  })
  const unconfirmed = confirmation === name && name !== '' ? undefined : t('cleanup.confirmFirst')
  return (
    <Panel title={t('cleanup.title')} text={t('cleanup.warning')}>
      <TextInput
        label={t('cleanup.confirmation', { name })}
        autoComplete="off"
        value={confirmation}
        onChange={({ currentTarget }) => setConfirmation(currentTarget.value)}
      />
      <Switch
        label={t('cleanup.export')}
        description={t('cleanup.exportWhy', { days: KEPT_EXPORT_DAYS })}
        checked={isExported}
        onChange={({ currentTarget }) => setExported(currentTarget.checked)}
      />
      <Group>
        <ActionButton
          color="red"
          whyNot={total === 0 ? t('cleanup.nothing') : unconfirmed}
          loading={all.isPending}
          onClick={() => all.mutate()}
        >
          {t('cleanup.all')}
        </ActionButton>
        <ActionButton
          variant="outline"
          color="red"
          whyNot={unconfirmed}
          loading={partners.isPending}
          onClick={() => partners.mutate()}
        >
          {t('cleanup.partners')}
        </ActionButton>
      </Group>
      <Text size="sm" c="dimmed">
        {t('cleanup.partnersWhy')}
      </Text>
    </Panel>
  )
}
