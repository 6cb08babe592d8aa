import { Button, Group, Modal } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useDisclosure } from '@mantine/hooks'
import { IconListCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { INVENTORIES } from '#shared/contracts/document-kinds.ts'
import type { DocumentItem } from '#shared/contracts/documents.ts'
import { FILL_SHEET } from '#shared/contracts/inventory/inventories.ts'
import { call } from '../api/call.ts'
import { PRODUCT_GROUP } from '../catalog/references.ts'
import { ReferenceSelect } from '../fields/reference-select.tsx'
import { useText } from '../i18n/use-text.ts'
import { ActionButton } from '../shell/action-button.tsx'
import { showProblem } from '../shell/messages.ts'

interface FillSheetProps {
  item: DocumentItem
  isDirty: boolean
}

/**
 * Button that fills a stock count with lines for the products in the store, or only for those of a group or
 * with recent movements.
 */
export function FillSheetButton({ item, isDirty }: FillSheetProps) {
  const t = useText()
  const client = useQueryClient()
  const [isOpen, dialog] = useDisclosure(false)
  const [productGroupId, setGroup] = useState<string | null>(null)
  const [movedSince, setSince] = useState<string | null>(null)
  const fill = useMutation({
    mutationFn: () =>
      call(FILL_SHEET, {
        params: { id: item.id },
        body: {
          version: item.version,
          ...(productGroupId && { productGroupId }),
          ...(movedSince && { movedSince }),
        },
      }),
    onSuccess: (filled) => {
      client.setQueryData([INVENTORIES.base, 'one', item.id], filled)
      dialog.close()
    },
    onError: (error) => showProblem(t, error),
  })
  return (
    <>
      <ActionButton
        variant="light"
        size="compact-sm"
        leftSection={<IconListCheck size={15} aria-hidden />}
        whyNot={isDirty ? t('documents.saveFirst') : undefined}
        onClick={dialog.open}
      >
        {t('inventories.fill')}
      </ActionButton>
      <Modal opened={isOpen} onClose={dialog.close} title={t('inventories.fill')}>
        <ReferenceSelect
          label={t('inventories.fillGroup')}
          description={t('inventories.fillGroupWhy')}
          to={PRODUCT_GROUP}
          value={productGroupId}
          onChange={setGroup}
        />
        <DateInput
          mt="md"
          clearable
          label={t('inventories.movedSince')}
          description={t('inventories.movedSinceWhy')}
          value={movedSince}
          onChange={setSince}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={dialog.close}>
            {t('record.cancel')}
          </Button>
          <Button loading={fill.isPending} onClick={() => fill.mutate()}>
            {t('inventories.fillNow')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
