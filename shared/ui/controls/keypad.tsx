import { Button, SimpleGrid } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/format-context.tsx'
import { KEYPAD_KEYS, type KeypadKey } from './number-entry.ts'

interface KeypadProps {
  onPress: (key: KeypadKey) => void
  /** True by default; when false, the key of the decimal point is left out. */
  hasPoint?: boolean
  isDisabled?: boolean
  keyHeight?: number
}

/** Keypad for touch screens. It never takes the focus away from its field. */
export function Keypad({ onPress, hasPoint = true, isDisabled = false, keyHeight = 60 }: KeypadProps) {
  const { t } = useTranslation()
  const { decimalSeparator } = useFormat()
  return (
    <SimpleGrid cols={3} spacing={8} verticalSpacing={8} role="group" aria-label={t('keypad.title')}>
      {KEYPAD_KEYS.map((key) =>
        key === '.' && !hasPoint ? (
          <span key={key} />
        ) : (
          <Button
            key={key}
            variant="default"
            h={keyHeight}
            fz="2xl"
            px={0}
            tabIndex={-1}
            disabled={isDisabled}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPress(key)}
            aria-label={key === 'back' ? t('keypad.back') : key === '.' ? t('keypad.point') : key}
          >
            {key === 'back' ? <IconBackspace size={26} /> : key === '.' ? decimalSeparator : key}
          </Button>
        ),
      )}
    </SimpleGrid>
  )
}
