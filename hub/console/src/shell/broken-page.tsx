import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { problemText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import { Notice } from './notice.tsx'

export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const t = useText()
  return (
    <Notice title={t('shell.broken')} text={problemText(t, error)}>
      <Button onClick={reset}>{t('shell.again')}</Button>
    </Notice>
  )
}
