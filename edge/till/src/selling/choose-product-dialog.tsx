import { Modal, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TillProduct } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from '../parked/parked.module.css'
import type { AmbiguousScan } from './use-scan-to-cart.ts'

interface ChooseProductDialogProps {
  ambiguous: AmbiguousScan
  onChoose: (product: TillProduct) => void
  onClose: () => void
}

/** Lets the cashier choose between several products with the scanned code. */
export function ChooseProductDialog({ ambiguous, onChoose, onClose }: ChooseProductDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('scan.several', { code: ambiguous.code })}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <ul className={styles.list}>
        {ambiguous.products.map((product) => (
          <li key={product.id}>
            <UnstyledButton
              className={styles.row}
              onClick={() => {
                onChoose(product)
                onClose()
              }}
            >
              <span>
                {product.name}
                <small>{[product.code, product.article].filter(Boolean).join(' · ')}</small>
              </span>
              <span>{product.price === 0 ? t('catalog.noPrice') : format.money(product.price)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
