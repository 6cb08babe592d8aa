import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { MAKE_PAIRING_CODE } from '#shared/contracts/catalog/retail-points.ts'
import type { Device } from '#shared/contracts/fleet/devices.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { QrCode } from '#shared/ui/paper/paper.tsx'
import { call } from '../../api/call.ts'
import { problemText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/use-text.ts'
import { Dialog } from '../../shell/dialog.tsx'
import { deviceOptions } from './device-options.ts'
import classes from './retail-points.module.css'

interface PairingDialogProps {
  retailPointId: string
  /** Device that the new one replaces, or null. */
  replaces: Device | null
  /** Devices that existed before the dialog was opened. */
  known: readonly Device[]
  onClose: () => void
}

const LOOK_MS = 3000

/** Shows a pairing code until a till has used it or it has expired. */
export function PairingDialog({ retailPointId, replaces, known, onClose }: PairingDialogProps) {
  const t = useText()
  const [ids] = useState(() => known.map(({ id }) => id))
  const made = useQuery({
    queryKey: [MAKE_PAIRING_CODE.path, retailPointId, replaces?.id],
    // Each code is shown only once.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      call(MAKE_PAIRING_CODE, {
        params: { id: retailPointId },
        body: { replacesDeviceId: replaces?.id ?? null },
      }),
  })
  const { data: devices } = useQuery({ ...deviceOptions(retailPointId), refetchInterval: LOOK_MS })
  const paired = devices?.items.find(({ id }) => !ids.includes(id))
  return (
    <Dialog
      onClose={onClose}
      title={replaces ? t('pairing.replace', { name: replaces.name }) : t('retailPoints.pair')}
    >
      {paired ? (
        <Alert color="teal" role="status">
          {t('pairing.paired', { name: paired.name })}
        </Alert>
      ) : made.error ? (
        <Alert color="red" role="alert">
          {problemText(t, made.error)}
        </Alert>
      ) : made.data ? (
        <Code code={made.data.code} expiresAt={made.data.expiresAt} onAgain={() => void made.refetch()} />
      ) : (
        <Loader aria-label={t('shell.starting')} />
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant={paired ? 'filled' : 'default'} onClick={onClose}>
          {t('pairing.close')}
        </Button>
      </Group>
    </Dialog>
  )
}

interface CodeProps {
  code: string
  expiresAt: string
  onAgain: () => void
}

function Code({ code, expiresAt, onAgain }: CodeProps) {
  const t = useText()
  const { duration } = useFormat()
  const leftMs = Date.parse(expiresAt) - useNow()
  if (leftMs <= 0)
    return (
      <Alert color="red" role="alert">
        <Text size="sm">{t('pairing.over')}</Text>
        <Button mt="sm" size="compact-md" onClick={onAgain}>
          {t('pairing.again')}
        </Button>
      </Alert>
    )
  return (
    <>
      <Text size="sm">{t('pairing.how')}</Text>
      <QrCode text={code} className={classes.qr} />
      <div className={classes.code}>{code}</div>
      <Text size="sm" c="dimmed" ta="center" role="timer">
        {t('pairing.left', { left: duration(leftMs) })}
      </Text>
    </>
  )
}

const SECOND_MS = 1000

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
