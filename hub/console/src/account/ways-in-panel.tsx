import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { REMOVE_PASSKEY } from '#shared/contracts/account/passkeys.ts'
import { UNLINK_IDENTITY } from '#shared/contracts/account/sign-on.ts'
import { CONFIRM_WAYS_IN, WAYS_IN, type WaysIn } from '#shared/contracts/account/ways-in.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { enter } from '../api/sign-in.ts'
import { useText } from '../i18n/use-text.ts'
import { Panel } from '../kinds/settings/panel.tsx'
import { showDone, showProblem } from '../shell/messages.ts'

interface Way {
  id: string
  name: string
  detail: string
  /** Removes the sign-in method. Null when it is removed elsewhere on the page. */
  remove: (() => Promise<unknown>) | null
}

/**
 * Shown after a password reset by email. Asks which sign-in methods belong to the owner. They are disabled
 * until the user answers.
 */
export function WaysInPanel() {
  const t = useText()
  const client = useQueryClient()
  const ways = useWays()
  const [mine, setMine] = useState<readonly string[]>([])
  const work = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => showProblem(t, error),
  })
  const confirm = (): void =>
    work.mutate(async () => {
      await call(CONFIRM_WAYS_IN)
      showDone(t('waysIn.confirmed'))
      await enter()
    })
  if (!ways) return null
  const open = ways.filter(({ id }) => !mine.includes(id))
  return (
    <Panel title={t('waysIn.title')} text={t('waysIn.why')}>
      <Table aria-label={t('waysIn.title')}>
        <Table.Tbody>
          {ways.map(({ id, name, detail, remove }) => (
            <Table.Tr key={id}>
              <Table.Td pl={0}>
                <Stack gap={6}>
                  <div>
                    <Text fw={500}>{name}</Text>
                    <Text size="sm" c="dimmed">
                      {detail}
                    </Text>
                  </div>
                  <Group gap={8}>
                    <Button
                      size="xs"
                      variant={mine.includes(id) ? 'filled' : 'default'}
                      aria-pressed={mine.includes(id)}
                      onClick={() => setMine([...mine.filter((other) => other !== id), id])}
                    >
                      {t('waysIn.mine')}
                    </Button>
                    {remove && (
                      <Button
                        size="xs"
                        variant="outline"
                        color="red"
                        disabled={work.isPending}
                        onClick={() => work.mutate(remove)}
                      >
                        {t('passkeys.remove')}
                      </Button>
                    )}
                  </Group>
                </Stack>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {open.length > 0 ? (
        <Text c="dimmed">{t('waysIn.answerAll')}</Text>
      ) : (
        <div>
          <Button loading={work.isPending} onClick={confirm}>
            {t('waysIn.confirm')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function useWays(): Way[] | undefined {
  const t = useText()
  const format = useFormat()
  const { data } = useQuery({ queryKey: [WAYS_IN.path], queryFn: () => call(WAYS_IN) })
  const factorOf = ({ secondFactorAt }: WaysIn): Way[] =>
    secondFactorAt === null
      ? []
      : [
          {
            id: 'factor',
            name: t('factor.title'),
            detail: t('waysIn.factor', { at: format.dateTime(secondFactorAt) }),
            remove: null,
          },
        ]
  return (
    data && [
      ...data.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name: t('waysIn.passkey', { name }),
        detail: lastUsedAt
          ? t('passkeys.usedAt', { at: format.dateTime(lastUsedAt) })
          : t('passkeys.madeAt', { at: format.dateTime(createdAt) }),
        remove: () => call(REMOVE_PASSKEY, { params: { id } }),
      })),
      ...data.identities.map(({ id, issuer, email, createdAt }) => ({
        id,
        name: email ?? new URL(issuer).hostname,
        detail: [new URL(issuer).hostname, format.date(createdAt)].join(' · '),
        remove: () => call(UNLINK_IDENTITY, { params: { id } }),
      })),
      ...factorOf(data),
    ]
  )
}
