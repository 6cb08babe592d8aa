import { Alert, Button, Progress, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import {
  APPLY_CHANGE_SET,
  CHANGE_SET,
  CHANGE_SET_PERMISSIONS,
  CHANGE_SETS,
  type ChangeSet,
  DELETE_CHANGE_SET,
  UNDO_CHANGE_SET,
} from '#shared/contracts/catalog/change-sets.ts'
import { COUNTERPARTIES } from '#shared/contracts/catalog/counterparties.ts'
import { PRODUCTS } from '#shared/contracts/catalog/products.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { jobTroubleText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/use-text.ts'
import { DetailsPage, Facts, Part } from '../../kinds/details/details.tsx'
import { LoadedRecord, prepareOne } from '../../kinds/details/loaded-record.tsx'
import { PageHeader } from '../../kinds/page-header.tsx'
import { ActionButton } from '../../shell/action-button.tsx'
import { readJobsAgain } from '../../shell/jobs.ts'
import { AboutFile } from '../products/import/about-file.tsx'
import { useOutcome } from '../products/import/use-outcome.ts'
import { ChangeSetBadge } from './change-set-badge.tsx'
import { ChangeSetRows } from './change-set-rows.tsx'
import { useChangeSetTitle } from './change-set-title.tsx'
import { isPreviewed, isUnderWay, plannedOf, progressOf } from './counts.ts'

export const prepare = prepareOne(CHANGE_SET)
export const Page = () => (
  <LoadedRecord endpoint={CHANGE_SET}>
    {(found) => <ChangeSetPage key={found.id} found={found} />}
  </LoadedRecord>
)

const LOOK_MS = 700

/** Page of a change set, with its preview, its result, and undo. */
function ChangeSetPage({ found }: { found: ChangeSet }) {
  const t = useText()
  const { dateTime } = useFormat()
  const titleOf = useChangeSetTitle()
  const client = useQueryClient()
  const { data: set = found } = useQuery({
    queryKey: [CHANGE_SETS.path, 'one', found.id],
    queryFn: ({ signal }) => call(CHANGE_SET, { params: { id: found.id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? LOOK_MS : false),
  })
  const { state } = set
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each state, what was changed is read again
  useEffect(() => {
    for (const base of [PRODUCTS.base, COUNTERPARTIES.base])
      void client.invalidateQueries({ queryKey: [base] })
  }, [state, client])
  return (
    <>
      <PageHeader
        title={titleOf(set)}
        beside={<ChangeSetBadge state={state} />}
        back={{ to: '/changes', label: t('changeSets.title') }}
      >
        <Actions set={set} />
      </PageHeader>
      <DetailsPage>
        {isUnderWay(set) && (
          <Part isWide>
            <Text fw={600} role="status">
              {t(`changeSets.state_${state}`)} …
            </Text>
            {state === 'Previewing' ? (
              <Progress my={8} value={100} animated aria-label={t('changeSets.progress')} />
            ) : (
              <Progress my={8} value={progressOf(set)} aria-label={t('changeSets.progress')} />
            )}
            <Text size="sm" c="dimmed">
              {t(state === 'Previewing' ? 'changeSets.previewGoesOn' : 'changeSets.goesOn')}
            </Text>
          </Part>
        )}
        {state === 'Failed' && (
          <Part isWide>
            <Alert
              color="red"
              role="alert"
              title={t(set.appliedAt ? 'changeSets.failed' : 'changeSets.previewFailed')}
            >
              {set.job && jobTroubleText(t, set.job)}
            </Alert>
          </Part>
        )}
        <Part isWide>
          <Facts
            facts={[
              [
                t('changeSets.previewed'),
                set.createdAt !== set.appliedAt && `${dateTime(set.createdAt)}, ${set.createdByName}`,
              ],
              [t('changeSets.applied'), set.appliedAt && `${dateTime(set.appliedAt)}, ${set.appliedByName}`],
              [t('changeSets.undone'), set.undoneAt && `${dateTime(set.undoneAt)}, ${set.undoneByName}`],
            ]}
          />
        </Part>
        {set.kind === 'product-import' && <AboutFile id={set.id} state={state} />}
        {isPreviewed(set) && (
          <Part isWide>
            <ChangeSetRows set={set} />
          </Part>
        )}
      </DetailsPage>
    </>
  )
}

function Actions({ set }: { set: ChangeSet }) {
  const t = useText()
  const isAllowed = useMay()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { number } = useFormat()
  const { id, state, counts } = set
  const settle = (changed: ChangeSet): void => {
    client.setQueryData([CHANGE_SETS.path, 'one', id], changed)
    void client.invalidateQueries({ queryKey: [CHANGE_SETS.path] })
    void readJobsAgain(client)
  }
  const apply = useMutation({
    mutationFn: () => call(APPLY_CHANGE_SET, { params: { id } }),
    onSuccess: settle,
  })
  const undo = useMutation({
    mutationFn: () => call(UNDO_CHANGE_SET, { params: { id } }),
    onSuccess: settle,
  })
  const discard = useMutation({
    mutationFn: () => call(DELETE_CHANGE_SET, { params: { id } }),
    onSuccess: () => {
      void navigate({ to: '/changes' as '/', replace: true })
      client.removeQueries({ queryKey: [CHANGE_SETS.path, 'one', id] })
      void client.invalidateQueries({ queryKey: [CHANGE_SETS.path, 'list'] })
    },
  })
  const outcome = useOutcome(set, set.kind === 'product-import')
  if (!CHANGE_SET_PERMISSIONS[set.kind].every(isAllowed)) return null
  const isApplied = set.appliedAt !== null
  const isStuck = state === 'Failed' && isApplied && set.undoneAt === null
  const count = plannedOf(counts)
  const hasWork = count + (outcome?.openingStock.length ?? 0) > 0
  const hasDone = (counts.Changed ?? 0) + (counts.Created ?? 0) + (outcome?.made.length ?? 0) > 0
  return (
    <>
      <RefusalAlert refusal={apply.error ?? undo.error ?? discard.error} />
      {!isApplied && state !== 'Previewing' && (
        <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
          {t('changeSets.discard')}
        </Button>
      )}
      {(state === 'Applied' || state === 'Failed') && hasDone && (
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          {t('changeSets.undo')}
        </Button>
      )}
      {(state === 'Previewed' || isStuck) && (
        <ActionButton
          whyNot={hasWork ? undefined : t('changeSets.nothing')}
          loading={apply.isPending}
          onClick={() => apply.mutate()}
        >
          {isStuck ? t('changeSets.goOn') : t('changeSets.apply', { count, shown: number(count) })}
        </ActionButton>
      )}
    </>
  )
}
