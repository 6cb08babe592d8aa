import { Button, Group, Table, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  IDENTITIES,
  LINK_IDENTITY,
  SIGN_ON_PROVIDERS,
  UNLINK_IDENTITY,
} from '#shared/contracts/account/sign-on.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call, callPublic } from '../api/call.ts'
import { useText } from '../i18n/use-text.ts'
import { Panel } from '../kinds/settings/panel.tsx'
import { ActionButton } from '../shell/action-button.tsx'
import { showDone, showProblem, showRefused } from '../shell/messages.ts'
import { useUnproved } from '../shell/use-unproved.ts'
import { beginLinking, takeLinking } from './linking.ts'

/** External accounts that the user can sign in with. Empty where the platform has no identity provider. */
export function IdentitiesPanel() {
  const t = useText()
  const format = useFormat()
  const unproved = useUnproved()
  const client = useQueryClient()
  const { data: providers } = useQuery({
    queryKey: [SIGN_ON_PROVIDERS.path],
    queryFn: () => callPublic(SIGN_ON_PROVIDERS),
  })
  const { data: identities } = useQuery({ queryKey: [IDENTITIES.path], queryFn: () => call(IDENTITIES) })
  const link = useMutation({
    mutationFn: (code: string) => call(LINK_IDENTITY, { body: { code } }),
    onSuccess: (all) => {
      client.setQueryData([IDENTITIES.path], all)
      showDone(t('identities.linked'))
    },
    onError: (error) => showProblem(t, error),
  })
  const unlink = useMutation({
    mutationFn: (id: string) => call(UNLINK_IDENTITY, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [IDENTITIES.path] }),
    onError: (error) => showProblem(t, error),
  })
  useEffect(() => {
    const answer = takeLinking()
    const code = answer?.get('code')
    if (code) link.mutate(code)
    else if (answer) showRefused(t(`signOn.${answer.get('error')}`, { defaultValue: t('signOn.failed') }))
  })
  if (!providers || !identities || providers.items.length + identities.items.length === 0) return null
  return (
    <Panel title={t('identities.title')} text={t('identities.why')}>
      {identities.items.length > 0 && (
        <Table aria-label={t('identities.title')}>
          <Table.Tbody>
            {identities.items.map(({ id, issuer, email, createdAt }) => (
              <Table.Tr key={id}>
                <Table.Td pl={0}>
                  <Text fw={500}>{email ?? new URL(issuer).hostname}</Text>
                  <Text size="sm" c="dimmed">
                    {[new URL(issuer).hostname, format.date(createdAt)].join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td ta="right" pr={0}>
                  <Button
                    variant="default"
                    size="xs"
                    loading={unlink.isPending}
                    onClick={() => unlink.mutate(id)}
                  >
                    {t('identities.unlink')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group>
        {providers.items.map(({ key, name }) => (
          <ActionButton
            key={key}
            variant="default"
            whyNot={unproved}
            renderRoot={(props) => <a href={`/api/auth/external/${key}?returnTo=/account`} {...props} />}
            onClick={beginLinking}
          >
            {t('identities.link', { name })}
          </ActionButton>
        ))}
      </Group>
    </Panel>
  )
}
