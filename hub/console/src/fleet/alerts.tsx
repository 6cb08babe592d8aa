import { Badge, Group } from '@mantine/core'
import type { Device, DeviceAlert } from '#shared/contracts/fleet/devices.ts'
import { useText } from '../i18n/use-text.ts'

type AlertsProps = Pick<Device, 'alerts' | 'revokedAt' | 'lastContactAt'>

const COLORS: Partial<Record<DeviceAlert, string>> = { down: 'red', silent: 'yellow' }

/** Badges for the alerts of a till. A till without alerts also gets a badge. */
export function Alerts({ alerts, revokedAt, lastContactAt }: AlertsProps) {
  const t = useText()
  if (revokedAt) return <Badge color="gray">{t('devices.revoked')}</Badge>
  if (alerts.length === 0 && !lastContactAt) return <Badge color="gray">{t('devices.noContact')}</Badge>
  if (alerts.length === 0) return <Badge color="teal">{t('devices.well')}</Badge>
  // A till that is down is silent too, so `silent` is not shown in addition.
  const shown = alerts.filter((alert) => alert !== 'silent' || !alerts.includes('down'))
  return (
    <Group gap={4}>
      {shown.map((alert) => (
        <Badge key={alert} color={COLORS[alert] ?? 'orange'}>
          {t(`devices.alert_${alert}`)}
        </Badge>
      ))}
    </Group>
  )
}
