import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isCash } from '#shared/domain/tenders.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { Keypad } from '#shared/ui/controls/keypad.tsx'
import { pressKeypad } from '#shared/ui/controls/number-entry.ts'
import { NumberField } from '#shared/ui/controls/number-field.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { type Bill, mostOf, restType, type Tendering, takePart } from './tender.ts'

interface AmountEntryProps {
  bill: Bill
  tendering: Tendering
  isReturn: boolean
  /** True when everything must fit the screen without scrolling. */
  isPhone: boolean
  onChange: (tendering: Tendering) => void
}

/** Entry of the amount paid in the selected payment method. The remaining amount can be paid in another one. */
export function AmountEntry({ bill, tendering, isReturn, isPhone, onChange }: AmountEntryProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const rest = restType(bill, tendering)
  const withRest = takePart(bill, tendering)
  const isReceived = isCash(tendering) && !isReturn
  return (
    <>
      <NumberField
        // Recreated after each part, so that it gets the focus again.
        key={tendering.parts.length}
        label={t(isReceived ? 'payment.received' : 'payment.amount')}
        entry={tendering.entry}
        placeholder={format.amount(amountToNumber(mostOf(bill, tendering)))}
        onChange={(entry) => onChange({ ...tendering, entry })}
        places={2}
      />
      <Keypad
        keyHeight={isPhone ? 46 : 56}
        onPress={(key) => onChange({ ...tendering, entry: pressKeypad(tendering.entry, key, 2) })}
      />
      {rest && (
        <Button
          variant="default"
          h={isPhone ? 46 : 56}
          size="md"
          px={8}
          disabled={!withRest}
          onClick={() => withRest && onChange(withRest)}
        >
          {t('payment.restOtherwise', { way: t(`tender.${rest}`).toLowerCase() })}
        </Button>
      )}
    </>
  )
}
