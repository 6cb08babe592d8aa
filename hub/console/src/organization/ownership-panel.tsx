import { Button, Group, Select, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listOf } from '#shared/contracts/endpoint.ts'
import { EMPLOYEES } from '#shared/contracts/organization/employees.ts'
import { GIVEN_OFFER, OFFER_OWNERSHIP, WITHDRAW_OFFER } from '#shared/contracts/organization/owner.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useSession } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { Panel } from '../kinds/settings/panel.tsx'
import { ActionButton } from '../shell/action-button.tsx'
import { showDone, showProblem } from '../shell/messages.ts'
import { useUnproved } from '../shell/use-unproved.ts'

/** Panel in which the owner transfers the organization to a colleague, who must accept. Hidden from other users. */
export function OwnershipPanel() {
  const t = useText()
  const format = useFormat()
  const unproved = useUnproved()
  const client = useQueryClient()
  const session = useSession()
  const isAllowed = useMay()
  const [heir, setHeir] = useState<string | null>(null)
  const mayAsk = isAllowed('organization.update') && isAllowed('employees.view')
  const { data: employees } = useQuery({
    queryKey: [EMPLOYEES.base, 'of-the-office'],
    enabled: mayAsk,
    queryFn: () =>
      call(listOf(EMPLOYEES), { query: { hasAccount: 'true', isArchived: 'false', pageSize: 500 } }),
  })
  const own = session.state === 'signed-in' ? session.me.employeeId : null
  const isOwner = employees?.items.some(({ id, isOwner }) => isOwner && id === own) ?? false
  const { data: standing } = useQuery({
    queryKey: [GIVEN_OFFER.path],
    enabled: isOwner,
    queryFn: () => call(GIVEN_OFFER),
  })
  const shared = {
    onSettled: () => client.invalidateQueries({ queryKey: [GIVEN_OFFER.path] }),
    onError: (error: unknown) => showProblem(t, error),
  }
  const give = useMutation({
    ...shared,
    mutationFn: (employeeId: string) => call(OFFER_OWNERSHIP, { body: { employeeId } }),
    onSuccess: () => showDone(t('ownership.offered')),
  })
  const withdraw = useMutation({ ...shared, mutationFn: () => call(WITHDRAW_OFFER) })
  if (!employees || !isOwner || !standing) return null
  const { offer } = standing
  const named = employees.items.find(({ id }) => id === offer?.employeeId)
  return (
    <Panel title={t('ownership.title')} text={t('ownership.why')}>
      {offer ? (
        <>
          <Text>
            {t('ownership.stands', {
              name: named?.fullName ?? '',
              until: format.dateTime(offer.expiresAt),
            })}
          </Text>
          <div>
            <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {t('ownership.withdraw')}
            </Button>
          </div>
        </>
      ) : (
        <Group align="flex-end">
          <Select
            label={t('ownership.to')}
            searchable
            flex={1}
            nothingFoundMessage={t('list.nothingFound')}
            data={employees.items
              .filter(({ id }) => id !== own)
              .map(({ id, fullName }) => ({ value: id, label: fullName }))}
            value={heir}
            onChange={setHeir}
          />
          <ActionButton
            variant="default"
            whyNot={unproved ?? (heir === null ? t('ownership.chooseFirst') : undefined)}
            loading={give.isPending}
            onClick={() => heir && give.mutate(heir)}
          >
            {t('ownership.offer')}
          </ActionButton>
        </Group>
      )}
    </Panel>
  )
}
