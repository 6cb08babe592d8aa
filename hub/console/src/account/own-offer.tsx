import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ACCEPT_OFFER, DECLINE_OFFER, OWN_OFFER } from '#shared/contracts/organization/owner.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { enter } from '../api/sign-in.ts'
import { useText } from '../i18n/use-text.ts'
import { showDone, showProblem } from '../shell/messages.ts'
import { useUnproved } from '../shell/use-unproved.ts'

/** Shows the owner's offer to transfer the organization to the signed-in user. Empty when there is none. */
export function OwnOffer() {
  const t = useText()
  const format = useFormat()
  const unproved = useUnproved()
  const client = useQueryClient()
  const session = useSession()
  const me = session.state === 'signed-in' ? session.me : null
  const { data } = useQuery({
    queryKey: [OWN_OFFER.path],
    queryFn: () => call(OWN_OFFER),
    enabled: me?.employeeId !== null,
  })
  const done = (text: string) => async (): Promise<void> => {
    showDone(text)
    await enter()
    await client.invalidateQueries()
  }
  const accept = useMutation({
    mutationFn: () => call(ACCEPT_OFFER),
    onSuccess: done(t('ownOffer.accepted')),
    onError: (error) => showProblem(t, error),
  })
  const decline = useMutation({
    mutationFn: () => call(DECLINE_OFFER),
    onSuccess: done(t('ownOffer.declined')),
    onError: (error) => showProblem(t, error),
  })
  const offer = data?.offer
  if (!offer) return null
  return (
    <Alert color="teal" title={t('ownOffer.title', { name: me?.organization?.name })} role="status">
      <Text mb="sm">{t('ownOffer.why', { until: format.dateTime(offer.expiresAt) })}</Text>
      {unproved && (
        <Text mb="sm" fw={500}>
          {unproved}
        </Text>
      )}
      <Group>
        <Button disabled={unproved !== undefined} loading={accept.isPending} onClick={() => accept.mutate()}>
          {t('ownOffer.accept')}
        </Button>
        <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate()}>
          {t('ownOffer.decline')}
        </Button>
      </Group>
    </Alert>
  )
}
