import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconInfoCircle, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { serialOf } from '#shared/barcodes/marking-code.ts'
import type { CartLine } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './cart.module.css'
import { LineDiscount } from './line-discount.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'

interface CartLineRowProps {
  line: CartLine
  /** True for a line returned in exchange. */
  isBack: boolean
  isSelected: boolean
  mayChangePrice: boolean
  mayDiscount: boolean
  /** True when the cashier may remove all or part of the line. */
  mayDelete: boolean
  onSelect: () => void
  onStep: (by: 1 | -1) => void
  onEnter: (field: 'quantity' | 'price') => void
  onDiscount: () => void
  onInfo: () => void
  onRemove: () => void
}

export function CartLineRow({ line, isBack, isSelected, mayDelete, ...on }: CartLineRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys select a line
    <li
      ref={row}
      className={styles.line}
      aria-label={line.name}
      aria-current={isSelected}
      data-selected={isSelected}
      data-back={isBack}
      data-stays={!mayDelete}
      onClick={on.onSelect}
    >
      <div>
        <div className={styles.named}>
          <div className={styles.name}>{line.name}</div>
          {isSelected && (
            <UnstyledButton
              className={styles.info ?? ''}
              aria-label={t('tiles.info', { name: line.name })}
              aria-keyshortcuts="Control+I"
              onClick={on.onInfo}
            >
              <IconInfoCircle size={20} aria-hidden />
            </UnstyledButton>
          )}
        </div>
        <div className={styles.detail}>
          {on.mayChangePrice ? (
            <UnstyledButton
              className={styles.price}
              aria-label={t('cart.enterPrice', { price: format.money(line.price) })}
              onClick={() => on.onEnter('price')}
            >
              {format.money(line.price)}
            </UnstyledButton>
          ) : (
            format.money(line.price)
          )}
          {line.price !== line.listPrice && (
            <>
              {' '}
              <s>{format.amount(line.listPrice)}</s>
            </>
          )}
          <LineDiscount
            line={line}
            isOffered={isSelected && on.mayDiscount}
            mayDiscount={on.mayDiscount}
            onPress={on.onDiscount}
          />
          {line.promotions.map(({ name, amount }) => (
            <span key={name} className={styles.promotion}>
              {name} −{format.amount(amount)}
            </span>
          ))}
          {line.markingCode !== null && (
            <span> · {t('cart.piece', { serial: serialOf(line.markingCode) })}</span>
          )}
          {line.returnable !== null && (
            <span> · {t('cart.returnable', { quantity: format.quantity(line.returnable) })}</span>
          )}
        </div>
      </div>
      <QuantityStepper
        line={line}
        mayDelete={mayDelete}
        onStep={on.onStep}
        onEnter={() => on.onEnter('quantity')}
      />
      <div className={styles.sum}>
        {isBack && '−'}
        {format.amount(line.sum)}
      </div>
      {mayDelete && (
        <ActionIcon
          variant="subtle"
          c="var(--text-quiet)"
          size={48}
          aria-label={t('cart.remove', { name: line.name })}
          onClick={(event) => {
            event.stopPropagation()
            on.onRemove()
          }}
        >
          <IconTrash size={22} />
        </ActionIcon>
      )}
    </li>
  )
}
