import { useTranslation } from 'react-i18next'
import type { FiscalCount } from '#shared/contracts/till/shift.ts'
import { Notice } from '#shared/ui/controls/notice.tsx'

/** Notices about receipts of the shift that have no fiscal receipt yet. */
export function FiscalNotices({ fiscal }: { fiscal: FiscalCount | null }) {
  const { t } = useTranslation()
  return (
    <>
      {fiscal && fiscal.waiting > 0 && (
        <Notice kind="warning">{t('shift.fiscalWaiting', { count: fiscal.waiting })}</Notice>
      )}
      {fiscal && fiscal.failed > 0 && (
        <Notice kind="problem">{t('shift.fiscalFailed', { count: fiscal.failed })}</Notice>
      )}
    </>
  )
}
