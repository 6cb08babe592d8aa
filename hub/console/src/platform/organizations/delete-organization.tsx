import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  DELETE_ORGANIZATION,
  ORGANIZATIONS,
  type Organization,
} from '#shared/contracts/platform/organizations.ts'
import { call } from '../../api/call.ts'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { ActionButton } from '../../shell/action-button.tsx'
import { showDone } from '../../shell/messages.ts'

/**
 * Button that deletes an archived organization with all its data. The name must be typed, to prevent deleting
 * the wrong one.
 */
export function DeleteOrganization({ organization: { id, name } }: { organization: Organization }) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, { open, close }] = useDisclosure(false)
  const [confirmation, setConfirmation] = useState('')
  const remove = useMutation({
    mutationFn: () => call(DELETE_ORGANIZATION, { params: { id }, query: { confirmation } }),
    onSuccess: async () => {
      showDone(t('organizations.deleting'))
      await navigate({ to: '/platform/organizations' as '/' })
      void client.invalidateQueries({ queryKey: [ORGANIZATIONS.base] })
    },
  })
  return (
    <>
      <Button variant="subtle" c="var(--bad-text)" onClick={open}>
        {t('organizations.delete')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('organizations.delete')}>
        <Stack>
          <Text>{t('organizations.deleteWhy')}</Text>
          <RefusalAlert refusal={remove.error} />
          <TextInput
            label={t('organizations.typeName', { name })}
            data-autofocus
            value={confirmation}
            onChange={({ currentTarget }) => setConfirmation(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('record.cancel')}
            </Button>
            <ActionButton
              color="red"
              whyNot={confirmation === name ? undefined : t('organizations.typeNameFirst')}
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {t('organizations.delete')}
            </ActionButton>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
