import { Alert, Badge, Button, Loader, Progress, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CREATE_EXPORT,
  type ExportStatus,
  LINK_EXPORT,
  ORGANIZATION_EXPORTS,
  type OrganizationExport,
} from '#shared/contracts/organization/organization-export.ts'
import { must } from '#shared/std/must.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { jobTroubleText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import { PageHeader } from '../kinds/page-header.tsx'
import { Panel, Panels } from '../kinds/settings/panel.tsx'
import { ActionButton } from '../shell/action-button.tsx'
import { readJobsAgain } from '../shell/jobs.ts'
import { showProblem } from '../shell/messages.ts'

const LOOK_MS = 1500
const SHOWN = 20

const isBeingMade = ({ status }: OrganizationExport): boolean => status === 'Pending' || status === 'Running'

/** Page of exports. An export contains all data of the organization in one file and is created by a job. */
export function Page() {
  const t = useText()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: [ORGANIZATION_EXPORTS.path],
    // Always stale, because jobs such as a cleanup also create exports.
    staleTime: 0,
    queryFn: ({ signal }) => call(ORGANIZATION_EXPORTS, { query: { pageSize: SHOWN }, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isBeingMade) ? LOOK_MS : false),
  })
  const create = useMutation({
    mutationFn: () => call(CREATE_EXPORT),
    onError: (error) => showProblem(t, error),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [ORGANIZATION_EXPORTS.path] })
      await readJobsAgain(client)
    },
  })
  return (
    <>
      <PageHeader title={t('export.title')} />
      {data ? (
        <Panels>
          <Panel title={t('export.what')} text={t('export.whatWhy')}>
            <Text size="sm">{t('export.without')}</Text>
            <Text size="sm">{t('export.back')}</Text>
            <ActionButton
              whyNot={data.items.some(isBeingMade) ? t('export.oneAtATime') : undefined}
              loading={create.isPending}
              onClick={() => create.mutate()}
            >
              {t('export.create')}
            </ActionButton>
          </Panel>
          <Panel title={t('export.made')}>
            <Exports exports={data.items} />
          </Panel>
        </Panels>
      ) : (
        <Loader m="20vh auto" display="block" aria-label={t('shell.starting')} />
      )}
    </>
  )
}

const COLORS: Record<ExportStatus, string> = {
  Pending: 'gray',
  Running: 'blue',
  Ready: 'teal',
  Failed: 'red',
  Expired: 'gray',
}

function Exports({ exports }: { exports: readonly OrganizationExport[] }) {
  const t = useText()
  const format = useFormat()
  if (exports.length === 0) return <Text c="dimmed">{t('export.none')}</Text>
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table aria-label={t('export.made')} verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('export.when')}</Table.Th>
            <Table.Th>{t('export.state')}</Table.Th>
            <Table.Th className="number">{t('export.size')}</Table.Th>
            <Table.Th>{t('export.until')}</Table.Th>
            <Table.Th aria-label={t('export.download')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {exports.map((made) => (
            <Table.Tr key={made.id}>
              <Table.Td>
                {format.dateTime(made.createdAt)}
                <Text size="xs" c="dimmed">
                  {made.createdByName}
                </Text>
              </Table.Td>
              <Table.Td>
                <Badge color={COLORS[made.status]}>{t(`export.state_${made.status}`)}</Badge>
                {isBeingMade(made) && (
                  <Progress mt={6} value={made.progress} aria-label={t('export.progress')} />
                )}
                {made.message && <Alert mt={6}>{jobTroubleText(t, made)}</Alert>}
                {(made.missingFiles ?? 0) > 0 && (
                  <Text size="xs">{t('export.missing', { count: made.missingFiles ?? 0 })}</Text>
                )}
              </Table.Td>
              <Table.Td className="number">{made.size !== null && format.bytes(made.size)}</Table.Td>
              <Table.Td>
                {made.status === 'Ready' && made.expiresAt && format.dateTime(made.expiresAt)}
              </Table.Td>
              <Table.Td>{made.status === 'Ready' && <Download id={made.id} />}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** Download button of an export. Each download gets its own link, which is invalid once the file was downloaded. */
function Download({ id }: { id: string }) {
  const t = useText()
  const link = useMutation({
    mutationFn: () => call(LINK_EXPORT, { params: { id } }),
    onSuccess: ({ downloadUrl }) => window.location.assign(must(downloadUrl)),
    onError: (error) => showProblem(t, error),
  })
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={link.isPending}
      onClick={() => link.mutate()}
    >
      {t('export.download')}
    </Button>
  )
}
