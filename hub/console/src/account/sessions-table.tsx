import { Badge, Button, Group, Table, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { END_SESSION, END_SESSIONS, SESSIONS } from '#shared/contracts/account/sessions.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { forget } from '../api/sign-in.ts'
import { useText } from '../i18n/use-text.ts'
import { showProblem } from '../shell/messages.ts'

/** Lists the user's sessions, with a button to end each. */
export function SessionsTable() {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: [SESSIONS.path], queryFn: () => call(SESSIONS) })
  const end = useMutation({
    mutationFn: (id: string) => call(END_SESSION, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [SESSIONS.path] }),
    onError: (error) => showProblem(t, error),
  })
  const endAll = useMutation({
    mutationFn: () => call(END_SESSIONS),
    onSuccess: forget,
    onError: (error) => showProblem(t, error),
  })
  return (
    <>
      <Table>
        <Table.Tbody>
          {data?.items.map(({ id, userAgent, address, lastUsedAt, isCurrent }) => (
            <Table.Tr key={id}>
              <Table.Td pl={0}>
                <Group gap={8}>
                  <Text fw={500}>{browserIn(userAgent ?? '') || t('account.unknownBrowser')}</Text>
                  {isCurrent && <Badge color="teal">{t('account.thisOne')}</Badge>}
                </Group>
                <Text size="sm" c="dimmed">
                  {[address, format.dateTime(lastUsedAt)].filter(Boolean).join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td ta="right" pr={0}>
                {!isCurrent && (
                  <Button variant="default" size="xs" onClick={() => end.mutate(id)}>
                    {t('account.endSession')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Button variant="default" loading={endAll.isPending} onClick={() => endAll.mutate()}>
        {t('account.endSessions')}
      </Button>
    </>
  )
}

/** Returns a readable name of the browser and system, such as `Chrome, Windows`. */
function browserIn(userAgent: string): string {
  const browser = /(Edg|OPR|YaBrowser|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1] ?? ''
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1] ?? ''
  const name = { Edg: 'Edge', OPR: 'Opera', YaBrowser: 'Yandex' }[browser] ?? browser
  return [name, system.replace('Mac OS X', 'macOS')].filter(Boolean).join(', ')
}
