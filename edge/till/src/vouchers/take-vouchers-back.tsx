import { Button } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { useCommandId } from '../api/use-command-id.ts'
import { useCartAction } from '../cart/use-cart.ts'

interface TakeVouchersBackProps {
  receipt: Receipt
  onBegun: () => void
}

/** Button that begins a return of the receipt's vouchers that are not returned yet. Empty when there are none. */
export function TakeVouchersBack({ receipt, onBegun }: TakeVouchersBackProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const action = useCartAction()
  const idOf = useCommandId()
  const vouchers = receipt.vouchers.flatMap(({ isReturnable }, index) => (isReturnable ? [index + 1] : []))
  if (vouchers.length === 0) return null
  const { receiptNumber } = receipt
  const command = idOf({ receiptNumber, vouchers })
  return (
    <Button
      h={60}
      variant="default"
      leftSection={<IconGift size={24} />}
      loading={action.isPending}
      onClick={() =>
        action.mutate(() => agent.beginReturn({ receiptNumber, vouchers }, command), {
          onSuccess: onBegun,
          onError: (error) => showProblem(problemText(error)),
        })
      }
    >
      {t('voucher.takeBack')}
    </Button>
  )
}
