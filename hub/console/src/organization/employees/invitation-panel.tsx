import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Employee } from '#shared/contracts/organization/employees.ts'
import {
  INVITATION,
  INVITE,
  type Invitation,
  WITHDRAW_INVITATION,
} from '#shared/contracts/organization/invitations.ts'
import { Refusal } from '#shared/ui/api/client.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import { ActionButton } from '../../shell/action-button.tsx'
import { InvitationLink } from '../../shell/invitation-link.tsx'
import { showDone, showProblem } from '../../shell/messages.ts'
import { useUnproved } from '../../shell/use-unproved.ts'

/** Shows the employee's access to the console and their invitation. */
export function InvitationPanel({ employee }: { employee: Employee }) {
  const t = useText()
  const format = useFormat()
  const unproved = useUnproved()
  const client = useQueryClient()
  const isAllowed = useMay()
  const [made, setMade] = useState<Invitation | null>(null)
  const params = { id: employee.id }
  const queryKey = [INVITATION.path, employee.id]
  const { data: invitation } = useQuery({
    queryKey,
    // A missing invitation is not an error.
    queryFn: () =>
      call(INVITATION, { params }).catch((error: unknown) => {
        if (error instanceof Refusal && error.problem.status === 404) return null
        throw error
      }),
    enabled: !employee.hasAccount,
  })
  const work = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSuccess: () => client.invalidateQueries({ queryKey }),
    onError: (error) => showProblem(t, error),
  })
  const invite = (): void =>
    work.mutate(async () => {
      const invited = await call(INVITE, { params })
      setMade(invited)
      if (!invited.link) showDone(t('employees.invited'))
    })
  return (
    <Paper component="section" p="lg" withBorder>
      <InvitationLink invitation={made} onClose={() => setMade(null)} />
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('employees.office')}
        </Title>
        {employee.hasAccount ? (
          <Group gap={8}>
            <Text>{t('employees.signsIn')}</Text>
            {!employee.isAccountActive && <Badge color="orange">{t('employees.locked')}</Badge>}
            {employee.isOwner && <Badge>{t('employees.owner')}</Badge>}
          </Group>
        ) : invitation ? (
          <>
            <Text>
              {t(invitation.isExpired ? 'employees.invitationOver' : 'employees.invitationSent', {
                email: invitation.email,
                until: format.dateTime(invitation.expiresAt),
              })}
            </Text>
            {isAllowed('employees.update') && (
              <Group gap={8}>
                <ActionButton variant="default" whyNot={unproved} loading={work.isPending} onClick={invite}>
                  {t('employees.inviteAgain')}
                </ActionButton>
                <Button
                  variant="subtle"
                  onClick={() => work.mutate(() => call(WITHDRAW_INVITATION, { params }))}
                >
                  {t('employees.withdraw')}
                </Button>
              </Group>
            )}
          </>
        ) : (
          <>
            <Text c="dimmed">{t(employee.email ? 'employees.notInvited' : 'employees.needsEmail')}</Text>
            {isAllowed('employees.update') && (
              <div>
                <ActionButton
                  whyNot={employee.email ? unproved : t('employees.needsEmail')}
                  loading={work.isPending}
                  onClick={invite}
                >
                  {t('employees.invite')}
                </ActionButton>
              </div>
            )}
          </>
        )}
      </Stack>
    </Paper>
  )
}
