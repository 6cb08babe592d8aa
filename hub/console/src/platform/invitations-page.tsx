import { Button, Group, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  INVITE_TO_SIGN_UP,
  SEND_SIGN_UP_INVITATION,
  SIGN_UP_INVITATIONS,
  type SignUpInvitation,
  SignUpInvitationCreate,
} from '#shared/contracts/platform/sign-up-invitations.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call, type Given } from '../api/call.ts'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { DetailsPage, Part } from '../kinds/details/details.tsx'
import { Rows } from '../kinds/details/rows.tsx'
import { PageHeader } from '../kinds/page-header.tsx'
import { InvitationLink } from '../shell/invitation-link.tsx'
import { showDone, showProblem } from '../shell/messages.ts'

/** Page of invitations to register an organization, used when sign-up is not open to everybody. */
export function Page() {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: [SIGN_UP_INVITATIONS.path],
    queryFn: () => call(SIGN_UP_INVITATIONS, { query: { pageSize: 500 } }),
  })
  const [invited, setInvited] = useState<SignUpInvitation | null>(null)
  const tell = (made: SignUpInvitation): Promise<void> => {
    setInvited(made)
    if (!made.link) showDone(t('signUpInvitations.sent'))
    return client.invalidateQueries({ queryKey: [SIGN_UP_INVITATIONS.path] })
  }
  const { text, set, isBusy, refusal, submit } = useContractForm(
    SignUpInvitationCreate,
    { email: undefined },
    async (body: Given<typeof INVITE_TO_SIGN_UP>['body']) => {
      await tell(await call(INVITE_TO_SIGN_UP, { body }))
      set('email', undefined)
    },
  )
  const sendAgain = (id: string): void => {
    call(SEND_SIGN_UP_INVITATION, { params: { id } }).then(tell, (error) => showProblem(t, error))
  }
  return (
    <>
      <PageHeader title={t('signUpInvitations.title')} />
      <DetailsPage>
        <Part title={t('signUpInvitations.invite')} isWide>
          <form onSubmit={submit} noValidate>
            <RefusalAlert refusal={refusal} mb="md" />
            <Group align="flex-end">
              <TextInput label={t('signIn.email')} type="email" w={320} {...text('email')} />
              <Button type="submit" loading={isBusy}>
                {t('signUpInvitations.invite')}
              </Button>
            </Group>
          </form>
        </Part>
        <Part title={t('signUpInvitations.open')} isWide>
          <Rows
            label={t('signUpInvitations.open')}
            rows={data?.items ?? []}
            keyOf={({ id }) => id}
            columns={[
              { head: t('signIn.email'), cell: ({ email }) => email },
              { head: t('signUpInvitations.createdAt'), cell: ({ createdAt }) => format.dateTime(createdAt) },
              { head: t('signUpInvitations.expiresAt'), cell: ({ expiresAt }) => format.dateTime(expiresAt) },
              {
                head: t('people.deeds'),
                isNumber: true,
                cell: ({ id }) => (
                  <Button variant="subtle" size="compact-sm" onClick={() => sendAgain(id)}>
                    {t('employees.inviteAgain')}
                  </Button>
                ),
              },
            ]}
          />
        </Part>
      </DetailsPage>
      <InvitationLink invitation={invited} onClose={() => setInvited(null)} />
    </>
  )
}
