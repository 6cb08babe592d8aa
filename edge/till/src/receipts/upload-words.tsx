import { Text } from '@mantine/core'
import { IconCircleCheck, IconClock, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'

const ICONS = {
  waiting: IconClock,
  accepted: IconCircleCheck,
  duplicate: IconCircleCheck,
  held: IconEye,
  quarantined: IconEye,
  conflict: IconEye,
}

/** Shows the upload state of a receipt: waiting, accepted, or kept at the hub for review. */
export function UploadWords({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, at } = receipt.upload
  const Icon = ICONS[state]
  return (
    <Text fz="lg" fw={550} role="status" style={{ display: 'flex', gap: 8 }}>
      <Icon size={22} style={{ flex: 'none' }} aria-hidden />
      {t(`upload.${state}`, {
        time: format.time(at ?? receipt.soldAt),
        age: format.since(receipt.soldAt),
      })}
    </Text>
  )
}
