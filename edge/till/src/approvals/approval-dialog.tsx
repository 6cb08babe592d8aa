import { Button, Loader, Modal, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillCashier } from '#shared/contracts/till/till.ts'
import { PURPOSE_OF_LIMIT } from '#shared/domain/till-reasons.ts'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { ReasonField } from '../reasons/reason-field.tsx'
import { useScanTarget } from '../scanner/scan-target.tsx'
import { CashierTiles } from '../session/cashier-tiles.tsx'
import { PinField } from '../session/pin-field.tsx'
import { MIN_PIN_DIGITS } from '../session/pin-pad.tsx'
import styles from './approvals.module.css'
import type { RefusedCommand } from './ask-supervisor.ts'
import { useCommandWords } from './command-words.ts'

interface ApprovalDialogProps {
  refused: RefusedCommand
  onAnswer: (approval: string | null) => void
}

/** Dialog in which a supervisor approves a command with their PIN and a reason. */
export function ApprovalDialog({ refused, onAnswer }: ApprovalDialogProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { limit, deed } = refused
  const words = useCommandWords()(deed)
  const { data, error } = useQuery({
    queryKey: ['supervisors', limit],
    queryFn: ({ signal }) => agent.supervisors(limit, signal),
    gcTime: 0,
  })
  const [picked, setPicked] = useState<TillCashier | null>(null)
  const [reason, setReason] = useState('')
  const [pin, setPin] = useState('')
  const approve = useMutation({
    mutationFn: (supervisorId: string) =>
      agent.approve({ supervisorId, pin, limit, reason: reason.trim(), deed }),
    onSuccess: ({ approval }) => onAnswer(approval),
    onError: () => setPin(''),
  })
  // Ignore scans while the dialog is open.
  useScanTarget(() => {})
  const supervisors = data?.items ?? []
  const supervisor = picked ?? (supervisors.length === 1 ? (supervisors[0] ?? null) : null)
  const isReady = supervisor !== null && reason.trim() !== '' && pin.length >= MIN_PIN_DIGITS
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isReady && !approve.isPending) approve.mutate(supervisor.id)
  }
  return (
    <Modal
      opened
      onClose={() => onAnswer(null)}
      size={820}
      title={t('approval.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <form className={styles.columns} onSubmit={submit}>
        <div className={styles.side}>
          <Text fz="lg" fw={600}>
            {t(`approval.limit.${limit}`)}
          </Text>
          {words.length > 0 && (
            <ul className={styles.about} aria-label={t('approval.what')}>
              {words.map((word) => (
                <li key={word}>{word}</li>
              ))}
            </ul>
          )}
          {!data && !error && <Loader />}
          {error && <Notice kind="problem">{problemText(error)}</Notice>}
          {data && supervisors.length === 0 && <Notice kind="warning">{t('approval.nobody')}</Notice>}
          {supervisors.length > 0 && (
            <div className={styles.supervisors}>
              <CashierTiles cashiers={supervisors} chosenId={supervisor?.id ?? null} onChoose={setPicked} />
            </div>
          )}
          <ReasonField purpose={PURPOSE_OF_LIMIT[limit]} reason={reason} onChange={setReason} hasFocus />
          {approve.error && <Notice kind="problem">{problemText(approve.error)}</Notice>}
        </div>
        <div className={styles.side}>
          <PinField
            label={supervisor ? t('signIn.pinOf', { name: supervisor.name }) : t('signIn.pin')}
            pin={pin}
            isDisabled={!supervisor}
            onChange={setPin}
          />
          <Button type="submit" h={60} fz="xl" disabled={!isReady} loading={approve.isPending}>
            {t('approval.allow')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
