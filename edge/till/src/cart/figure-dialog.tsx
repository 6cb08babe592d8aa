import { useTranslation } from 'react-i18next'
import { MOST_TIMES } from '#shared/contracts/till/till.ts'
import { useSettings } from '../status/use-status.ts'
import { AgeDialog } from './age-dialog.tsx'
import { MarkingCodeDialog } from './marking-code-dialog.tsx'
import type { LineToAdd, MissingFigure } from './missing-figure.ts'
import { NumberDialog } from './number-dialog.tsx'
import { WeightDialog } from './weight-dialog.tsx'

interface FigureDialogProps {
  missing: MissingFigure
  onEnter: (line: LineToAdd) => void
  onClose: () => void
}

/**
 * Asks for missing input: the price of a product without one, the quantity of a weighed product, the marking
 * code of a piece, or the customer's age.
 */
export function FigureDialog({ missing, onEnter, onClose }: FigureDialogProps) {
  const { t } = useTranslation()
  const currency = useSettings()?.currencySymbol ?? ''
  const { figure, productName, unitName, minimumAge = 0, isCase, line } = missing
  if (figure === 'ageCheck')
    return (
      <AgeDialog
        productName={productName}
        minimumAge={minimumAge}
        onAnswer={(ageCheck) => onEnter({ ...line, ageCheck })}
        onClose={onClose}
      />
    )
  if (figure === 'markingCode')
    return (
      <MarkingCodeDialog
        productName={productName}
        onEnter={(markingCode) => onEnter({ ...line, markingCode })}
        onClose={onClose}
      />
    )
  if (figure === 'quantity' && isCase)
    return (
      <NumberDialog
        title={t('cart.askCase')}
        subject={productName}
        label={t('cart.inCase')}
        value={0}
        places={0}
        max={MOST_TIMES}
        suffix={unitName ?? ''}
        onClose={onClose}
        onEnter={(quantity) => onEnter({ ...line, quantity })}
      />
    )
  if (figure === 'quantity')
    return (
      <WeightDialog
        productName={productName}
        unitName={unitName ?? ''}
        times={line.times ?? 1}
        onEnter={(quantity) => onEnter({ ...line, quantity })}
        onClose={onClose}
      />
    )
  return (
    <NumberDialog
      key={figure}
      title={t('cart.askPrice')}
      subject={productName}
      label={t('cart.price')}
      value={0}
      places={2}
      suffix={currency}
      onClose={onClose}
      onEnter={(value) => onEnter({ ...line, price: value })}
    />
  )
}
