import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useProblemText } from '../api/problem-text.ts'
import { useSettings } from '../status/use-status.ts'
import { useBeginReturn } from './use-begin-return.ts'

interface FindReceiptProps {
  /** Number of the previous search, to be corrected. */
  initialNumber: string
  onFind: (receiptNumber: string) => void
  onBegun: () => void
}

export function FindReceipt({ initialNumber, onFind, onBegun }: FindReceiptProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const allowsNone = useSettings()?.allowReturnWithoutBasis ?? false
  const [number, setNumber] = useState(initialNumber)
  const beginReturn = useBeginReturn()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (number.trim()) onFind(number.trim().toUpperCase())
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextInput
          label={t('receipt.number')}
          description={t('return.numberHint')}
          size="xl"
          autoFocus
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
          maxLength={64}
          spellCheck={false}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <Button type="submit" h={60} fz="xl" disabled={!number.trim()}>
          {t('return.find')}
        </Button>
        {allowsNone && (
          <Button
            variant="default"
            h={60}
            loading={beginReturn.isPending}
            onClick={() => beginReturn.begin(null, false, onBegun)}
          >
            {t('return.withoutReceipt')}
          </Button>
        )}
        {beginReturn.error && <Notice kind="problem">{problemText(beginReturn.error)}</Notice>}
      </Stack>
    </form>
  )
}
