import { Anchor, Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CURRENCIES } from '#shared/contracts/catalog/currencies.ts'
import { getOf } from '#shared/contracts/endpoint.ts'
import { ORGANIZATION_SETTINGS } from '#shared/contracts/organization/settings.ts'
import {
  ARCHIVE_ORGANIZATION,
  ORGANIZATIONS,
  type Organization,
  RESTORE_ORGANIZATION,
} from '#shared/contracts/platform/organizations.ts'
import { BEGIN_VISIT } from '#shared/contracts/platform/visits.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { keepVisit } from '../../api/session.ts'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Facts, Part } from '../../kinds/details/details.tsx'
import { ActionButton } from '../../shell/action-button.tsx'
import { showProblem } from '../../shell/messages.ts'
import { DeleteOrganization } from './delete-organization.tsx'

/** The platform's operations on an organization, and its key figures. */
export function OrganizationAside({ organization }: { organization: Organization }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const params = { id: organization.id }
  const [isVisiting, visiting] = useDisclosure(false)
  const turn = useMutation({
    mutationFn: () =>
      organization.isArchived
        ? call(RESTORE_ORGANIZATION, { params })
        : call(ARCHIVE_ORGANIZATION, { params }),
    onSuccess: () => client.invalidateQueries({ queryKey: [ORGANIZATIONS.base] }),
    onError: (error) => showProblem(t, error),
  })
  return (
    <>
      <Part title={t('organizations.about')}>
        <Facts
          facts={[
            [t('organizations.ownerName'), organization.ownerName],
            [t('organizations.ownerEmail'), organization.ownerEmail],
            [t('organizations.country'), organization.country],
            [t('organizations.timeZone'), organization.timeZone],
            [t('organizations.employees'), format.number(organization.employees)],
            [t('organizations.retailPoints'), format.number(organization.retailPoints)],
            [t('organizations.devices'), format.number(organization.devices)],
            [t('organizations.createdAt'), format.date(organization.createdAt)],
          ]}
        />
        <Anchor
          size="sm"
          mt="sm"
          display="inline-block"
          renderRoot={(props) => (
            <Link to={`/platform/organizations/${organization.id}/people` as '/'} {...props} />
          )}
        >
          {t('organizations.toPeople')}
        </Anchor>
      </Part>
      <Part title={t('organizations.deeds')}>
        <Stack gap="sm" align="flex-start">
          <ActionButton
            whyNot={organization.isArchived ? t('organizations.restoreFirst') : undefined}
            onClick={visiting.open}
          >
            {t('visit.begin')}
          </ActionButton>
          <Text size="sm" c="dimmed">
            {t(organization.isArchived ? 'organizations.restoreWhy' : 'organizations.archiveWhy')}
          </Text>
          <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
            {t(organization.isArchived ? 'organizations.restore' : 'organizations.archive')}
          </Button>
          {organization.isArchived && <DeleteOrganization organization={organization} />}
        </Stack>
      </Part>
      <Modal opened={isVisiting} onClose={visiting.close} title={t('visit.begin')}>
        <VisitForm organization={organization} onClose={visiting.close} />
      </Modal>
    </>
  )
}

interface VisitFormProps {
  organization: Organization
  onClose: () => void
}

/** Form that begins a visit. A reason is required, and the owner is notified. */
function VisitForm({ organization, onClose }: VisitFormProps) {
  const t = useText()
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const [act, setAct] = useState(false)
  const begin = useMutation({
    mutationFn: () =>
      call(BEGIN_VISIT, { params: { orgId: organization.id }, body: { reason, act } as never }),
    onSuccess: async ({ id, mayAct, endsAt }) => {
      const { name, country, timeZone } = organization
      const inside = { id: organization.id, name, country, timeZone, currency: '', vatIncluded: true }
      const visit = { id, organization: inside, reason, mayAct, endsAt }
      keepVisit(visit)
      // Cached platform data must not be shown as the organization's.
      queryClient.clear()
      await navigate({ to: '/' })
      const [{ isoCode }, { vatIncluded }] = await Promise.all([
        call(getOf(CURRENCIES), { params: { id: organization.defaultCurrencyId } }),
        call(ORGANIZATION_SETTINGS),
      ])
      keepVisit({ ...visit, organization: { ...inside, currency: isoCode, vatIncluded } })
    },
  })
  return (
    <Stack>
      <Text>{t('visit.why', { name: organization.name })}</Text>
      <RefusalAlert refusal={begin.error} />
      <Textarea
        label={t('visit.reason')}
        maxLength={1000}
        required
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Checkbox
        label={t('visit.act')}
        description={t('visit.actWhy')}
        checked={act}
        onChange={(event) => setAct(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('record.cancel')}
        </Button>
        <ActionButton
          whyNot={reason.trim() ? undefined : t('visit.reasonFirst')}
          loading={begin.isPending}
          onClick={() => begin.mutate()}
        >
          {t('visit.begin')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
