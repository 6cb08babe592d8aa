import { Button, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Keypad } from '#shared/ui/controls/keypad.tsx'
import { entryValue, pressKeypad, suggestedEntry } from '#shared/ui/controls/number-entry.ts'
import { NumberField } from '#shared/ui/controls/number-field.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'

interface NumberDialogProps {
  title: string
  /** Subject of the number, such as the product name. */
  subject: string
  label: string
  value: number
  places: number
  max?: number | null
  suffix: string
  onClose: () => void
  onEnter: (value: number) => void
}

/** Asks for a number above 0. */
export function NumberDialog({
  title,
  subject,
  label,
  value,
  places,
  max = null,
  suffix,
  ...on
}: NumberDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [entry, setEntry] = useState(() => suggestedEntry(value))
  const entered = entryValue(entry)
  const isTooMuch = max !== null && entered !== null && entered > max
  const isValid = entered !== null && entered > 0 && !isTooMuch
  const impossible = (): string | undefined => {
    if (isTooMuch) return t('cart.atMost', { quantity: format.quantity(max) })
    return entered === 0 && !entry.isFresh ? t('cart.aboveZero') : undefined
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isValid) return
    on.onEnter(entered)
    on.onClose()
  }
  return (
    <Modal
      opened
      onClose={on.onClose}
      size={400}
      title={title}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap={12}>
          <Text fz="lg">{subject}</Text>
          <NumberField
            label={label}
            entry={entry}
            onChange={setEntry}
            places={places}
            suffix={suffix}
            {...(places === 0 && { description: t('cart.wholeOnly') })}
            error={impossible()}
          />
          <Keypad hasPoint={places > 0} onPress={(key) => setEntry(pressKeypad(entry, key, places))} />
          <Button type="submit" h={60} fz="xl" disabled={!isValid}>
            {t('dialog.ok')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
