import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { CHANGE_SETS, ChangeSetCreate, CREATE_CHANGE_SET } from '#shared/contracts/catalog/change-sets.ts'
import { call } from '../../api/call.ts'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { ActionButton } from '../../shell/action-button.tsx'
import { Dialog } from '../../shell/dialog.tsx'

/** Time limit in ms, long enough for many thousands of records. */
const TIMEOUT_MS = 120_000

interface ChangeSetDialogProps<What extends string> {
  title: string
  /** Fields that can be changed. Their texts are `bulk.<what>`. */
  whats: readonly What[]
  what: What
  onWhat: (what: What) => void
  /** Request body, or null while the input is incomplete. */
  body: z.input<typeof ChangeSetCreate> | null
  onClose: () => void
  onDone: () => void
  /** Input fields for the new value. */
  children: ReactNode
}

/** Dialog for one change to many records. The page of the change set shows the effect before it is applied. */
export function ChangeSetDialog<What extends string>({
  title,
  whats,
  what,
  onWhat,
  body,
  onClose,
  onDone,
  children,
}: ChangeSetDialogProps<What>) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isWhole = body !== null && ChangeSetCreate.safeParse(body).success
  const preview = useMutation({
    mutationFn: (sent: NonNullable<typeof body>) =>
      call(CREATE_CHANGE_SET, { body: sent, timeoutMs: TIMEOUT_MS }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: [CHANGE_SETS.path, 'list'] })
      onDone()
      onClose()
      void navigate({ to: `/changes/${id}` as '/' })
    },
  })
  return (
    <Dialog onClose={onClose} size="lg" title={title}>
      <Stack gap="md">
        <Select
          label={t('bulk.what')}
          data={whats.map((each) => ({ value: each, label: t(`bulk.${each}`) }))}
          allowDeselect={false}
          value={what}
          onChange={(next) => onWhat(next as What)}
        />
        {children}
        <RefusalAlert refusal={preview.error} />
        <Text size="sm" c="dimmed">
          {t('bulk.previewWhy')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('record.cancel')}
          </Button>
          <ActionButton
            whyNot={isWhole ? undefined : t('bulk.wholeFirst')}
            loading={preview.isPending}
            onClick={() => body && preview.mutate(body)}
          >
            {t('bulk.preview')}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
