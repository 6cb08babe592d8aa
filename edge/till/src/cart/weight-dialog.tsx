import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Keypad } from '#shared/ui/controls/keypad.tsx'
import { emptyEntry, entryValue, type NumberEntry, pressKeypad } from '#shared/ui/controls/number-entry.ts'
import { NumberField } from '#shared/ui/controls/number-field.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { agent } from '../api/agent.ts'
import styles from '../discount/discount.module.css'
import { netWeight, TARES, timesWeight } from './net-weight.ts'

const LOOK_EVERY_MS = 250

interface WeightDialogProps {
  productName: string
  unitName: string
  /** Number of pieces that each have the entered weight. */
  times: number
  onEnter: (weight: number) => void
  onClose: () => void
}

/**
 * Asks for the weight of a product, or of one of several pieces. While nothing is typed, uses the scale's
 * weight minus the container's.
 */
export function WeightDialog({ productName, unitName, times, onEnter, onClose }: WeightDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [gross, setGross] = useState<NumberEntry>(emptyEntry)
  const [tare, setTare] = useState<NumberEntry>(emptyEntry)
  const { data: scale } = useQuery({
    queryKey: ['scale'],
    queryFn: ({ signal }) => agent.scale(signal),
    refetchInterval: LOOK_EVERY_MS,
    gcTime: 0,
    retry: false,
  })
  const typed = entryValue(gross)
  const weighed = scale?.state === 'stable' ? scale.weight : null
  const net = netWeight(typed ?? weighed, entryValue(tare))
  const isPossible = net !== null && net > 0 && !gross.isWrong && !tare.isWrong
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isPossible) return
    onEnter(net)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={760}
      title={t('cart.askWeight')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <form className={styles.columns} onSubmit={submit}>
        <div className={styles.side}>
          <Text className={styles.subject ?? ''}>{productName}</Text>
          {times > 1 && <Text fz="lg">{t('scale.pieces', { times: format.quantity(times) })}</Text>}
          {scale && scale.state !== 'absent' && (
            <Text
              role="status"
              fz="xl"
              fw={650}
              c={scale.state === 'stable' ? 'var(--good-text)' : 'var(--text)'}
            >
              {scale.weight === null
                ? t(`scale.${scale.state}`)
                : t(`scale.${scale.weight === 0 ? 'zero' : scale.state}`, {
                    weight: format.quantity(scale.weight),
                    unit: unitName,
                  })}
            </Text>
          )}
          <NumberField
            label={t('scale.gross')}
            entry={gross}
            onChange={setGross}
            places={3}
            suffix={unitName}
          />
          <Keypad hasPoint onPress={(key) => setGross(pressKeypad(gross, key, 3))} />
        </div>
        <div className={styles.side}>
          <div className={styles.seldom}>
            <NumberField
              label={t('scale.tare')}
              entry={tare}
              onChange={setTare}
              places={3}
              suffix={unitName}
            />
            <Group grow gap={8}>
              {TARES.map((preset) => (
                <Button
                  key={preset}
                  variant="default"
                  h={48}
                  px={4}
                  fz="md"
                  onClick={() => setTare({ text: String(preset), isFresh: true })}
                >
                  {format.quantity(preset)} {unitName}
                </Button>
              ))}
            </Group>
          </div>
          <Text fz="xl" fw={650} c={net !== null && net <= 0 ? 'var(--bad-text)' : 'var(--text)'}>
            {net === null ? '\u00a0' : t('scale.net', { weight: format.quantity(net), unit: unitName })}
            {isPossible && times > 1 && (
              <Text span inherit display="block">
                {t('scale.all', {
                  times: format.quantity(times),
                  weight: format.quantity(timesWeight(net, times)),
                  unit: unitName,
                })}
              </Text>
            )}
          </Text>
          <Button type="submit" h={60} fz="xl" disabled={!isPossible}>
            {t('dialog.ok')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
