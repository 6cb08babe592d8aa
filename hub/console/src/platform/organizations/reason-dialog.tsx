import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Employee } from '#shared/contracts/organization/employees.ts'
import { REMOVE_SECOND_FACTOR_OF } from '#shared/contracts/platform/organization-employees.ts'
import { CHANGE_OWNER, type Organization } from '#shared/contracts/platform/organizations.ts'
import { call } from '../../api/call.ts'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { ActionButton } from '../../shell/action-button.tsx'

/** Operations whose reason is recorded in the organization's audit log. */
export type WithReason = 'makeOwner' | 'removeFactor'

interface ReasonDialogProps {
  asking: WithReason | null
  organization: Organization
  employee: Employee
  onClose: () => void
  onDone: () => void
}

export function ReasonDialog({ asking, ...props }: ReasonDialogProps) {
  const t = useText()
  return (
    <Modal opened={asking !== null} onClose={props.onClose} title={asking && t(`people.${asking}`)}>
      {asking && <ReasonForm asking={asking} {...props} />}
    </Modal>
  )
}

function ReasonForm({
  asking,
  organization: { id: orgId, version },
  employee: { id, fullName },
  onClose,
  onDone,
}: ReasonDialogProps & { asking: WithReason }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const action = useMutation({
    mutationFn: async (): Promise<void> => {
      if (asking === 'makeOwner')
        await call(CHANGE_OWNER, { params: { id: orgId }, body: { version, employeeId: id, reason } })
      else await call(REMOVE_SECOND_FACTOR_OF, { params: { orgId, id }, body: { reason } })
    },
    onSuccess: () => {
      onClose()
      onDone()
    },
  })
  return (
    <Stack>
      <Text>{t(`people.${asking}Why`, { name: fullName })}</Text>
      <RefusalAlert refusal={action.error} />
      <Textarea
        label={t('visit.reason')}
        maxLength={1000}
        required
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('record.cancel')}
        </Button>
        <ActionButton
          whyNot={reason.trim() ? undefined : t('visit.reasonFirst')}
          loading={action.isPending}
          onClick={() => action.mutate()}
        >
          {t(`people.${asking}`)}
        </ActionButton>
      </Group>
    </Stack>
  )
}
