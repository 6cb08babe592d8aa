import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { DEVICE, type Device } from '#shared/contracts/fleet/devices.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../i18n/use-text.ts'
import { DetailsPage, Facts, Part } from '../kinds/details/details.tsx'
import { LoadedRecord, prepareOne } from '../kinds/details/loaded-record.tsx'
import { PageHeader } from '../kinds/page-header.tsx'
import { ActionButton, useWhyNot } from '../shell/action-button.tsx'
import { Alerts } from './alerts.tsx'
import { type DeviceAction, DeviceDialog } from './device-dialogs.tsx'

export const prepare = prepareOne(DEVICE)
export const Page = () => (
  <LoadedRecord endpoint={DEVICE} refreshMs={10_000}>
    {(device) => <DevicePart device={device} />}
  </LoadedRecord>
)

function DevicePart({ device }: { device: Device }) {
  const t = useText()
  const format = useFormat()
  const { report } = device
  const size = (bytes: number | null | undefined): string | null =>
    bytes === null || bytes === undefined ? null : format.bytes(bytes)
  return (
    <>
      <PageHeader
        title={device.name}
        beside={<Alerts {...device} />}
        back={{ to: '/devices', label: t('devices.title') }}
      >
        {!device.revokedAt && <Actions device={device} />}
      </PageHeader>
      <DetailsPage>
        {report?.troubles && report.troubles.length > 0 && (
          <Part title={t('devices.troubles')} isWide>
            {report.troubles.map(({ code, detail, since }) => (
              <Alert key={code} color="orange" mb="xs" title={t(`trouble.${code}`, { defaultValue: code })}>
                {detail} · {format.dateTime(since)}
              </Alert>
            ))}
          </Part>
        )}
        <Part title={t('devices.contact')}>
          <Facts
            facts={[
              [t('devices.retailPointName'), device.retailPointName],
              [t('devices.lastContactAt'), device.lastContactAt && format.dateTime(device.lastContactAt)],
              [t('devices.enrolledAt'), format.dateTime(device.enrolledAt)],
              [t('devices.waiting'), report?.waiting],
              [
                t('devices.oldestWaitingAt'),
                report?.oldestWaitingAt && format.dateTime(report.oldestWaitingAt),
              ],
              [t('devices.series'), device.series.join(', ')],
            ]}
          />
        </Part>
        {!report && !device.revokedAt && (
          <Part title={t('devices.computer')}>
            <Text c="dimmed">{t('devices.noReport')}</Text>
          </Part>
        )}
        {report && (
          <>
            <Part title={t('devices.computer')}>
              <Facts
                facts={[
                  [t('devices.agentVersion'), report.agentVersion],
                  [t('devices.hostName'), report.hostName],
                  [t('devices.platform'), report.platform],
                  [t('devices.clockOffsetMs'), report.clockOffsetMs && format.duration(report.clockOffsetMs)],
                  [t('devices.diskFreeBytes'), size(report.diskFreeBytes)],
                  [t('devices.journalBytes'), size(report.journalBytes)],
                  [t('devices.lastBackupAt'), report.lastBackupAt && format.dateTime(report.lastBackupAt)],
                ]}
              />
            </Part>
            <Part title={t('devices.holds')}>
              <Facts
                facts={[
                  [t('devices.productCount'), report.productCount && format.number(report.productCount)],
                  [t('devices.replicaBytes'), size(report.replicaBytes)],
                  [
                    t('devices.replicaFreshAt'),
                    report.replicaFreshAt && format.dateTime(report.replicaFreshAt),
                  ],
                ]}
              />
            </Part>
          </>
        )}
      </DetailsPage>
    </>
  )
}

/** Buttons for operations on the device. Hidden when it is revoked. */
function Actions({ device }: { device: Device }) {
  const t = useText()
  const mayNot = useWhyNot()('devices.manage')
  const [action, setAction] = useState<DeviceAction | null>(null)
  return (
    <>
      {(['rename', 'revoke'] as const).map((each) => (
        <ActionButton key={each} variant="default" whyNot={mayNot} onClick={() => setAction(each)}>
          {t(`devices.${each}`)}
        </ActionButton>
      ))}
      <DeviceDialog action={action} device={device} onClose={() => setAction(null)} />
    </>
  )
}
