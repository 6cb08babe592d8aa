import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScanTarget } from '../scanner/scan-target.tsx'

interface MarkingCodeDialogProps {
  productName: string
  onEnter: (markingCode: string) => void
  onClose: () => void
}

/** Asks for the marking code on the piece, scanned or typed. */
export function MarkingCodeDialog({ productName, onEnter, onClose }: MarkingCodeDialogProps) {
  const { t } = useTranslation()
  const [entry, setEntry] = useState('')
  const code = entry.trim()
  const enter = (markingCode: string): void => {
    onEnter(markingCode)
    onClose()
  }
  useScanTarget(enter)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code) enter(code)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      title={t('cart.askMarkingCode')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap={12}>
          <Text fz="lg">{productName}</Text>
          <TextInput
            size="lg"
            label={t('cart.markingCode')}
            description={t('cart.markingCodeHint')}
            value={entry}
            onChange={(event) => setEntry(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <Button type="submit" h={60} fz="xl" disabled={!code}>
            {t('dialog.ok')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
