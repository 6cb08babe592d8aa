import { ActionIcon, Badge, Button, Group, Menu, Modal, Paper, Text, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconLink, IconPencil, IconPlugOff, IconReplace } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { RetailPoint } from '#shared/contracts/catalog/retail-points.ts'
import { DEVICES, type Device, RENAME_DEVICE, REVOKE_DEVICE } from '#shared/contracts/fleet/devices.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import { ActionButton, useWhyNot } from '../../shell/action-button.tsx'
import { Dialog } from '../../shell/dialog.tsx'
import { showDone, showProblem } from '../../shell/messages.ts'
import panel from '../panel.module.css'
import { deviceOptions } from './device-options.ts'
import { PairingDialog } from './pairing-dialog.tsx'
import classes from './retail-points.module.css'

/** The computers at the tills of a point: how they are and what they hold. */
export function Tills({ retailPoint: { id } }: { retailPoint: RetailPoint }) {
  const t = useText()
  const isAllowed = useMay()
  const maySee = isAllowed('sync.view')
  const whyNotManage = useWhyNot()('devices.manage')
  const mayManage = whyNotManage === undefined
  const { data } = useQuery({ ...deviceOptions(id), enabled: maySee })
  // null: a till that takes nobody's place.
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
        whyNot={whyNotManage}
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
  const client = useQueryClient()
  const [isNaming, naming] = useDisclosure(false)
  const [isRevoking, revoking] = useDisclosure(false)
  const { id, name, lastContactAt, alerts, report } = device
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => {
      naming.close()
      revoking.close()
    },
    onError: (error) => showProblem(t, error),
    onSettled: () => client.invalidateQueries({ queryKey: [DEVICES.path] }),
  })
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
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={naming.open}>
                {t('tills.rename')}
              </Menu.Item>
              <Menu.Item leftSection={<IconReplace size={16} aria-hidden />} onClick={onReplace}>
                {t('tills.replace')}
              </Menu.Item>
              <Menu.Item leftSection={<IconPlugOff size={16} aria-hidden />} onClick={revoking.open}>
                {t('tills.revoke')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {alerts.length > 0 && (
        <Group gap={6} my={4}>
          {alerts.map((alert) => (
            <Badge key={alert} color="red" variant="light" tt="none">
              {t(`deviceAlert.${alert}`)}
            </Badge>
          ))}
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      {isNaming && (
        <NameTill
          name={name}
          onClose={naming.close}
          onName={(next) =>
            change.mutate(() => call(RENAME_DEVICE, { params: { id }, body: { name: next } }))
          }
        />
      )}
      <Modal opened={isRevoking} onClose={revoking.close} title={t('tills.revokeTitle', { name })}>
        <Text>{t('tills.revokeWhy')}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={revoking.close} data-autofocus>
            {t('record.cancel')}
          </Button>
          <Button
            color="red"
            loading={change.isPending}
            onClick={() =>
              change.mutate(async () => {
                await call(REVOKE_DEVICE, { params: { id } })
                showDone(t('tills.revoked', { name }))
              })
            }
          >
            {t('tills.revoke')}
          </Button>
        </Group>
      </Modal>
    </li>
  )
}

interface NameTillProps {
  name: string
  onClose: () => void
  onName: (name: string) => void
}

function NameTill({ name, onClose, onName }: NameTillProps) {
  const t = useText()
  const [typed, setTyped] = useState(name)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (typed.trim()) onName(typed.trim())
  }
  return (
    <Dialog onClose={onClose} title={t('tills.rename')}>
      <form onSubmit={submit}>
        <TextInput
          label={t('tills.name')}
          maxLength={200}
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('record.cancel')}
          </Button>
          <Button type="submit">{t('record.save')}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
