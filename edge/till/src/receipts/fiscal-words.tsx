import { Text } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconReceiptTax } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '#shared/contracts/till/till.ts'

const ICONS = { Waiting: IconClock, Done: IconReceiptTax, Failed: IconAlertTriangle }

/** Shows the state of the fiscal receipt. Empty without one. */
export function FiscalWords({ receipt: { fiscal } }: { receipt: Receipt }) {
  const { t } = useTranslation()
  if (!fiscal) return null
  const Icon = ICONS[fiscal.state]
  return (
    <Text fz="lg" fw={550} role="status" style={{ display: 'flex', gap: 8 }}>
      <Icon size={22} style={{ flex: 'none' }} aria-hidden />
      {t(`fiscal.${fiscal.state}`, { sign: fiscal.sign ?? '' })}
    </Text>
  )
}
