import { ActionIcon, Badge, Loader, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { getOf } from '#shared/contracts/endpoint.ts'
import type { Employee } from '#shared/contracts/organization/employees.ts'
import type { Invitation } from '#shared/contracts/organization/invitations.ts'
import {
  INVITE_EMPLOYEE_OF,
  ORGANIZATION_EMPLOYEES,
  RESET_PASSWORD_OF,
  TOGGLE_ACCOUNT,
  TOGGLE_EMPLOYEE,
} from '#shared/contracts/platform/organization-employees.ts'
import { ORGANIZATIONS, type Organization } from '#shared/contracts/platform/organizations.ts'
import { VISITS } from '#shared/contracts/platform/visits.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/use-text.ts'
import { DetailsPage, Part } from '../../kinds/details/details.tsx'
import { LoadedRecord } from '../../kinds/details/loaded-record.tsx'
import { Rows } from '../../kinds/details/rows.tsx'
import { PageHeader } from '../../kinds/page-header.tsx'
import { InvitationLink } from '../../shell/invitation-link.tsx'
import { showDone, showProblem } from '../../shell/messages.ts'
import { ReasonDialog, type WithReason } from './reason-dialog.tsx'

/** Page of an organization's employees, and of the SuperAdmins who visited it. */
export const Page = () => (
  <LoadedRecord endpoint={getOf(ORGANIZATIONS)}>
    {(organization) => <People organization={organization} />}
  </LoadedRecord>
)

function People({ organization }: { organization: Organization }) {
  const t = useText()
  const format = useFormat()
  const { id: orgId } = useParams({ strict: false }) as { id: string }
  const { data: employees } = useQuery({
    queryKey: [ORGANIZATIONS.base, 'employees', orgId],
    queryFn: () => call(ORGANIZATION_EMPLOYEES, { params: { orgId }, query: { pageSize: 500 } }),
  })
  const { data: visits } = useQuery({
    queryKey: [ORGANIZATIONS.base, 'visits', orgId],
    queryFn: () => call(VISITS, { params: { orgId }, query: { pageSize: 50 } }),
  })
  return (
    <>
      <PageHeader
        title={t('people.title', { name: organization.name })}
        back={{ to: `/platform/organizations/${orgId}`, label: organization.name }}
      />
      <DetailsPage>
        <Part title={t('people.employees')} isWide>
          {employees ? (
            <Rows
              label={t('people.employees')}
              rows={employees.items}
              keyOf={({ id }) => id}
              columns={[
                { head: t('people.name'), cell: ({ fullName }) => fullName },
                { head: t('people.role'), cell: ({ roleName }) => roleName },
                { head: t('signIn.email'), cell: ({ email }) => email },
                { head: t('people.state'), cell: (employee) => <State of={employee} /> },
                {
                  head: t('people.deeds'),
                  isNumber: true,
                  cell: (employee) => <Actions organization={organization} employee={employee} />,
                },
              ]}
            />
          ) : (
            <Loader display="block" m="auto" />
          )}
        </Part>
        {visits && visits.items.length > 0 && (
          <Part title={t('people.visits')} isWide>
            <Rows
              label={t('people.visits')}
              rows={visits.items}
              keyOf={({ id }) => id}
              columns={[
                { head: t('people.from'), cell: ({ startedAt }) => format.dateTime(startedAt) },
                {
                  head: t('people.until'),
                  cell: ({ endedAt, endsAt }) => format.dateTime(endedAt ?? endsAt),
                },
                {
                  head: t('people.mayAct'),
                  cell: ({ mayAct }) => t(mayAct ? 'people.acted' : 'people.read'),
                },
                { head: t('visit.reason'), cell: ({ reason }) => reason },
              ]}
            />
          </Part>
        )}
      </DetailsPage>
    </>
  )
}

function State({ of: { isOwner, isArchived, hasAccount, isAccountActive } }: { of: Employee }) {
  const t = useText()
  if (isOwner) return <Badge color="teal">{t(hasAccount ? 'employees.owner' : 'people.ownerInvited')}</Badge>
  if (isArchived) return <Badge color="gray">{t('record.archived')}</Badge>
  if (!hasAccount) return null
  return isAccountActive ? (
    <Badge variant="light">{t('people.signsIn')}</Badge>
  ) : (
    <Badge color="red">{t('employees.locked')}</Badge>
  )
}

interface ActionsProps {
  organization: Organization
  employee: Employee
}

/** Operations that a SuperAdmin performs at the request of a user. */
function Actions({ organization, employee }: ActionsProps) {
  const t = useText()
  const client = useQueryClient()
  const [asking, setAsking] = useState<WithReason | null>(null)
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const { id, email, isOwner, isArchived, hasAccount, isAccountActive } = employee
  const params = { orgId: organization.id, id }
  const changed = async (): Promise<void> => {
    showDone(t('record.saved'))
    await client.invalidateQueries({ queryKey: [ORGANIZATIONS.base] })
  }
  const run = (action: () => Promise<unknown>) => (): void => {
    action().then(changed, (error) => showProblem(t, error))
  }
  const invite = async (): Promise<void> => {
    try {
      const made = await call(INVITE_EMPLOYEE_OF, { params })
      setInvitation(made)
      if (!made.link) showDone(t('people.invited', { email: made.email }))
    } catch (error) {
      showProblem(t, error)
    }
  }
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('people.deedsOf', { name: employee.fullName })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!hasAccount && email && !isArchived && (
            <Menu.Item onClick={() => void invite()}>{t('people.invite')}</Menu.Item>
          )}
          {hasAccount && (
            <Menu.Item
              onClick={() => {
                call(RESET_PASSWORD_OF, { params }).then(
                  () => showDone(t('people.resetSent')),
                  (error) => showProblem(t, error),
                )
              }}
            >
              {t('people.reset')}
            </Menu.Item>
          )}
          {hasAccount && (
            <Menu.Item onClick={() => setAsking('removeFactor')}>{t('people.removeFactor')}</Menu.Item>
          )}
          {hasAccount && !isOwner && (
            <Menu.Item onClick={run(() => call(TOGGLE_ACCOUNT, { params }))}>
              {t(isAccountActive ? 'people.lock' : 'people.unlock')}
            </Menu.Item>
          )}
          {!isOwner && (
            <Menu.Item onClick={run(() => call(TOGGLE_EMPLOYEE, { params }))}>
              {t(isArchived ? 'people.restore' : 'people.archive')}
            </Menu.Item>
          )}
          {hasAccount && !isOwner && !isArchived && (
            <Menu.Item onClick={() => setAsking('makeOwner')}>{t('people.makeOwner')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <InvitationLink invitation={invitation} onClose={() => setInvitation(null)} />
      <ReasonDialog
        asking={asking}
        organization={organization}
        employee={employee}
        onClose={() => setAsking(null)}
        onDone={() => void changed()}
      />
    </>
  )
}
