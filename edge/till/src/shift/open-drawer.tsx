import { Button, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#shared/ui/controls/message.tsx'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { ReasonField } from '../reasons/reason-field.tsx'
import styles from './shift.module.css'
import { useShiftAction } from './use-shift.ts'

/** Form that opens the drawer without a sale. */
export function OpenDrawerForm({ onOpened }: { onOpened: () => void }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [reason, setReason] = useState('')
  const open = useShiftAction(agent.openDrawer)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() === '' || open.isPending) return
    open.mutate(
      { reason: reason.trim() },
      {
        onSuccess: () => {
          showMessage(t('shift.drawerOpened'))
          onOpened()
        },
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Text fz="lg">{t('shift.drawerLead')}</Text>
      <ReasonField purpose="openDrawer" reason={reason} onChange={setReason} />
      {open.error && <Notice kind="problem">{problemText(open.error)}</Notice>}
      <Button type="submit" h={60} fz="xl" disabled={reason.trim() === ''} loading={open.isPending}>
        {t('shift.openDrawer')}
      </Button>
    </form>
  )
}
