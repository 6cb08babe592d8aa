import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { code128, drawingSVG, ean13, gs1datamatrix } from 'bwip-js/browser'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#shared/ui/controls/message.tsx'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { playSound } from '../sound/sounds.ts'
import { learnFromKeys, timedKey } from './listen-to-scanner.ts'
import { CODE_END_SILENCE_MS, type CodeResult, ScannerLesson } from './scanner-lesson.ts'
import { keepProfile, keptProfile, TAUGHT_CODES, type TaughtCode, TIMES_EACH } from './scanner-profile.ts'

/**
 * Dialog in which the till learns the properties of its scanner. The user scans three codes on the screen,
 * three times each.
 */
export function ScannerDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const lesson = useRef(new ScannerLesson())
  const [step, setStep] = useState<{ expected: TaughtCode; times: number }>({ expected: 'ean13', times: 0 })
  const [isOther, setOther] = useState(false)
  const [kept, setKept] = useState(keptProfile)

  useEffect(() => {
    let silenceTimer: number | undefined
    const hear = (result: CodeResult | null): void => {
      if (result === null) return
      playSound(result === 'taken' ? 'found' : 'refused')
      setOther(result === 'other')
      const { expected, times, profile } = progressOf(lesson.current)
      if (expected !== null) {
        setStep({ expected, times })
        return
      }
      keepProfile(profile)
      showMessage(t('scanner.learned'))
      onClose()
    }
    const stop = learnFromKeys((event) => {
      window.clearTimeout(silenceTimer)
      const { isTaken, result } = lesson.current.press(timedKey(event))
      hear(result)
      if (lesson.current.isHearing)
        silenceTimer = window.setTimeout(() => hear(lesson.current.silence()), CODE_END_SILENCE_MS)
      return isTaken
    })
    return () => {
      window.clearTimeout(silenceTimer)
      stop()
    }
  }, [onClose, t])

  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('scanner.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Stack gap={16}>
        <Text fz="lg">{t('scanner.how')}</Text>
        <CodeToScan of={step.expected} />
        <Text fz="xl" fw={650} ta="center" role="status">
          {t('scanner.progress', { done: format.number(step.times), all: format.number(TIMES_EACH) })}
        </Text>
        {isOther && <Notice kind="problem">{t('scanner.other')}</Notice>}
        {kept && (
          <Group justify="space-between">
            <Text>{t('scanner.known', { gap: format.number(Math.round(kept.largestGapMs)) })}</Text>
            <Button
              variant="default"
              h={48}
              onClick={() => {
                keepProfile(null)
                setKept(null)
              }}
            >
              {t('scanner.forget')}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

const progressOf = (lesson: ScannerLesson) => {
  const { expected, times } = lesson
  return { expected, times, profile: expected === null ? lesson.profile : null }
}

const drawn: Record<TaughtCode, () => string> = {
  ean13: () =>
    ean13({ bcid: 'ean13', text: TAUGHT_CODES.ean13, height: 20, includetext: true }, drawingSVG()),
  code128: () => code128({ bcid: 'code128', text: TAUGHT_CODES.code128, height: 20 }, drawingSVG()),
  dataMatrix: () =>
    gs1datamatrix({ bcid: 'gs1datamatrix', text: '(01)04006381333931(10)A1(21)B2' }, drawingSVG()),
}

function CodeToScan({ of }: { of: TaughtCode }) {
  const { t } = useTranslation()
  const image = useMemo(() => `data:image/svg+xml,${encodeURIComponent(drawn[of]())}`, [of])
  // White even in the dark theme, because scanners need a light quiet zone.
  return (
    <div style={{ background: 'var(--mantine-color-white)', padding: 32, textAlign: 'center' }}>
      <img src={image} alt={t(`scanner.code.${of}`)} style={{ height: 160, maxWidth: '100%' }} />
    </div>
  )
}
