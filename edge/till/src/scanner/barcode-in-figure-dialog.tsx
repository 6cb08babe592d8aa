import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../cart/confirm-dialog.tsx'

export interface BarcodeInFigure {
  code: string
  productName: string
}

interface BarcodeInFigureDialogProps {
  found: BarcodeInFigure
  onAdd: (code: string) => void
  onClose: () => void
}

/** Shown after a barcode was entered as an amount or quantity. Asks whether to add the product to the cart. */
export function BarcodeInFigureDialog({ found, onAdd, onClose }: BarcodeInFigureDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('scan.inFigure')}
      question={t('scan.inFigureQuestion', { name: found.productName })}
      goBack={t('scan.leave')}
      confirm={t('scan.add')}
      isDangerous={false}
      onConfirm={() => onAdd(found.code)}
      onClose={onClose}
    />
  )
}
