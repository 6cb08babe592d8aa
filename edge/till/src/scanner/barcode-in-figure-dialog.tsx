import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export interface BarcodeInFigure {
  code: string
  /** Of the product. */
  name: string
}

interface BarcodeInFigureDialogProps {
  found: BarcodeInFigure
  onAdd: (code: string) => void
  onClose: () => void
}

/** What was scanned into an amount or a quantity is no figure: does the cashier want the product? */
export function BarcodeInFigureDialog({ found, onAdd, onClose }: BarcodeInFigureDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      title={t('scan.inFigure')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Text fz="lg" mb={24}>
        {t('scan.inFigureQuestion', { name: found.name })}
      </Text>
      <Group grow>
        <Button variant="default" h={60} onClick={onClose}>
          {t('scan.leave')}
        </Button>
        <Button
          h={60}
          data-autofocus
          onClick={() => {
            onClose()
            onAdd(found.code)
          }}
        >
          {t('scan.add')}
        </Button>
      </Group>
    </Modal>
  )
}
