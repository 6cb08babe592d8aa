import { ActionIcon, Group, Menu, Paper, Text, Title } from '@mantine/core'
import { IconDots, IconLink, IconPencil, IconPlugOff, IconReplace } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RetailPoint } from '#shared/contracts/catalog/retail-points.ts'
import type { Device } from '#shared/contracts/fleet/devices.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useMay } from '../../api/may.ts'
import { Alerts } from '../../fleet/alerts.tsx'
import { type DeviceAction, DeviceDialog } from '../../fleet/device-dialogs.tsx'
import { useText } from '../../i18n/use-text.ts'
import { ActionButton, NOT_KNOWN, useWhyNot } from '../../shell/action-button.tsx'
import panel from '../panel.module.css'
import { deviceOptions } from './device-options.ts'
import { PairingDialog } from './pairing-dialog.tsx'
import classes from './retail-points.module.css'

/** Lists the till computers of a retail point with their state. */
export function Tills({ retailPoint: { id } }: { retailPoint: RetailPoint }) {
  const t = useText()
  const isAllowed = useMay()
  const maySee = isAllowed('sync.view')
  const whyNotManage = useWhyNot()('devices.manage')
  const mayManage = whyNotManage === undefined
  const { data } = useQuery({ ...deviceOptions(id), enabled: maySee })
  // `replaces` is null for a till that replaces no other. The state is null while the dialog is closed.
  const [pairing, setPairing] = useState<{ replaces: Device | null } | null>(null)
  if (!maySee && !mayManage) return null
  return (
    <Paper component="section" className={panel.panel}>
      <Title order={2} className={panel.title}>
        {t('retailPoints.tills')}
      </Title>
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('retailPoints.noTills')}
        </Text>
      )}
      <ul className={classes.tills}>
        {data?.items.map((device) => (
          <Till
            key={device.id}
            device={device}
            mayManage={mayManage}
            onReplace={() => setPairing({ replaces: device })}
          />
        ))}
      </ul>
      <ActionButton
        mt={10}
        leftSection={<IconLink size={16} aria-hidden />}
        whyNot={whyNotManage ?? (maySee && !data ? NOT_KNOWN : undefined)}
        onClick={() => setPairing({ replaces: null })}
      >
        {t('retailPoints.pair')}
      </ActionButton>
      {pairing && (
        <PairingDialog
          retailPointId={id}
          replaces={pairing.replaces}
          known={data?.items ?? []}
          onClose={() => setPairing(null)}
        />
      )}
    </Paper>
  )
}

interface TillProps {
  device: Device
  mayManage: boolean
  onReplace: () => void
}

function Till({ device, mayManage, onReplace }: TillProps) {
  const t = useText()
  const { since, number } = useFormat()
  const [action, setAction] = useState<DeviceAction | null>(null)
  const { name, lastContactAt, report } = device
  const facts = [
    lastContactAt ? t('tills.lastContact', { since: since(lastContactAt) }) : t('tills.noContact'),
    report?.productCount !== undefined &&
      t('tills.holds', { count: report.productCount, shown: number(report.productCount) }),
    report?.waiting !== undefined && report.waiting > 0 && t('tills.waiting', { count: report.waiting }),
    report?.agentVersion && t('tills.version', { version: report.agentVersion }),
  ]
  return (
    <li className={classes.till}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{name}</Text>
        {mayManage && (
          <Menu>
            <Menu.Target>
              <ActionIcon size={28} aria-label={t('tills.deeds', { name })}>
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setAction('rename')}
              >
                {t('devices.rename')}
              </Menu.Item>
              <Menu.Item leftSection={<IconReplace size={16} aria-hidden />} onClick={onReplace}>
                {t('tills.replace')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconPlugOff size={16} aria-hidden />}
                onClick={() => setAction('revoke')}
              >
                {t('devices.revoke')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <Alerts {...device} />
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      <DeviceDialog action={action} device={device} onClose={() => setAction(null)} />
    </li>
  )
}
