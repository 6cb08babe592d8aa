import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ColorSchemeSwitch } from '#shared/ui/controls/color-scheme-switch.tsx'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { LanguageSwitch } from '#shared/ui/i18n/language-switch.tsx'
import { useProblemText } from '../api/problem-text.ts'
import styles from './status.module.css'
import { TroubleList } from './trouble-list.tsx'
import { useNextTry, useStatus, useTryNow } from './use-status.ts'

/** Clock offset in ms from which it is shown. Smaller differences are caused by the network. */
const NOTABLE_OFFSET_MS = 30_000

export function StatusPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { status } = useStatus()
  if (!status) return null
  const { upload, download } = status
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={t('status.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Stack gap={20}>
        <Text fz="lg">{t(`status.about.${status.connection}`)}</Text>
        <NextTry />
        <TroubleList trouble={status.trouble} />
        <dl className={styles.facts}>
          <dt>{t('status.waiting')}</dt>
          <dd>
            {upload.waiting === 0
              ? t('status.nothingWaits')
              : t('status.waits', {
                  count: upload.waiting,
                  age: upload.oldestWaitingAt ? format.since(upload.oldestWaitingAt) : '',
                })}
          </dd>
          <dt>{t('status.lastUpload')}</dt>
          <dd>{upload.lastUploadedAt ? format.time(upload.lastUploadedAt) : t('status.never')}</dd>
          {upload.needAttention > 0 && (
            <>
              <dt>{t('status.kept')}</dt>
              <dd>{t('status.keptCount', { count: upload.needAttention })}</dd>
            </>
          )}
          <dt>{t('status.products')}</dt>
          <dd>{format.number(download.products)}</dd>
          <dt>{t('status.replicaAge')}</dt>
          <dd>
            {download.freshAt
              ? t('status.freshAgo', {
                  age: format.since(download.freshAt),
                  time: format.time(download.freshAt),
                })
              : t('status.never')}
          </dd>
          <dt>{t('status.lastContact')}</dt>
          <dd>{status.lastContactAt ? format.time(status.lastContactAt) : t('status.never')}</dd>
          <dt>{t('status.clock')}</dt>
          <dd>
            <ClockWords offsetMs={status.hubOffsetMs} />
          </dd>
          <dt>{t('status.device')}</dt>
          <dd>
            {status.series ?? '–'} · {status.agentVersion}
          </dd>
        </dl>
        <Group gap={12}>
          <LanguageSwitch />
          <ColorSchemeSwitch />
        </Group>
      </Stack>
    </Modal>
  )
}

/** Shows the delay until the next attempt, with a button to start it immediately. */
function NextTry() {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const nextTry = useNextTry()
  const tryNow = useTryNow()
  if (nextTry === null) return null
  return (
    <Group gap={12}>
      <Text fz="lg">{t('status.nextTry', { time: format.duration(nextTry * 1000) })}</Text>
      <Button
        h={48}
        variant="default"
        loading={tryNow.isPending}
        onClick={() => tryNow.mutate(undefined, { onError: (error) => showProblem(problemText(error)) })}
      >
        {t('status.tryNow')}
      </Button>
    </Group>
  )
}

function ClockWords({ offsetMs }: { offsetMs: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (offsetMs === null) return t('status.clockUnknown')
  if (Math.abs(offsetMs) < NOTABLE_OFFSET_MS) return t('status.clockRight')
  return t(offsetMs > 0 ? 'status.clockSlow' : 'status.clockFast', { time: format.duration(offsetMs) })
}
