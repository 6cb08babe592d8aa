import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ParkedCart } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { ReasonField } from '../reasons/reason-field.tsx'
import styles from './parked.module.css'

interface ParkedCartRowProps {
  parked: ParkedCart
  /** True while the content of the cart is expanded. */
  isOpen: boolean
  mayRemove: boolean
  onToggle: () => void
  onResume: () => void
  onRemove: (reason: string) => void
}

/** A parked cart with its employee and content. Pressing it resumes the cart. */
export function ParkedCartRow({
  parked,
  isOpen,
  mayRemove,
  onToggle,
  onResume,
  onRemove,
}: ParkedCartRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = parked.label || t('parked.unnamed')
  return (
    <div className={styles.cart} data-return={parked.isReturn}>
      <UnstyledButton className={styles.row} onClick={onResume}>
        <span>
          {name}
          {parked.isReturn && ` · ${t('return.title')}`}
          {parked.isExchange && ` · ${t('exchange.title')}`}
          <small>
            {format.time(parked.parkedAt)} · {parked.cashierName} ·{' '}
            {t('cart.linesCount', { count: parked.linesCount })}
          </small>
        </span>
        <span>{format.money(parked.sum)}</span>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        c="var(--text-quiet)"
        size={48}
        aria-label={t('parked.show', { name })}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <IconChevronDown size={24} style={isOpen ? { transform: 'rotate(180deg)' } : {}} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <div className={styles.preview}>
          <ul aria-label={t('cart.lines')}>
            {parked.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a parked cart do not change
              <li key={at}>
                <span>
                  {format.quantity(line.quantity)} {line.unitName} · {line.name}
                </span>
                <span>{format.amount(line.sum)}</span>
              </li>
            ))}
          </ul>
          {mayRemove && <RemoveForm onRemove={onRemove} />}
        </div>
      )}
    </div>
  )
}

/** Form that discards a parked cart. It requires a reason, which is sent to head office. */
function RemoveForm({ onRemove }: { onRemove: (reason: string) => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim()) onRemove(reason.trim())
  }
  return (
    <form onSubmit={submit} className={styles.remove}>
      <ReasonField purpose="removal" label={t('parked.removeReason')} reason={reason} onChange={setReason} />
      <Button
        type="submit"
        color="red.8"
        h={50}
        leftSection={<IconTrash size={20} />}
        disabled={!reason.trim()}
      >
        {t('parked.remove')}
      </Button>
    </form>
  )
}
