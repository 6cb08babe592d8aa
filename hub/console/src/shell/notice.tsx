import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../api/may.ts'
import { problemText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import type { PageEntry } from '../page-entry.ts'
import classes from './notice.module.css'

interface NoticeProps {
  title: string
  text?: string | undefined
  /** Actions that the notice offers. */
  children?: ReactNode
}

/** Notice shown instead of a page or rows: empty, forbidden or failed. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <Stack className={classes.notice} role="status">
      <Title order={2} size="lg">
        {title}
      </Title>
      {text && <Text c="dimmed">{text}</Text>}
      {children}
    </Stack>
  )
}

export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const t = useText()
  return (
    <Notice title={t('shell.broken')} text={problemText(t, error)}>
      <Button onClick={reset}>{t('shell.again')}</Button>
    </Notice>
  )
}

export function NotFoundPage() {
  const t = useText()
  return (
    <Notice title={t('shell.notFound')} text={t('shell.notFoundWhy')}>
      <Anchor href="/">{t('shell.toHome')}</Anchor>
    </Notice>
  )
}

/** Shows the page to users with the required access. Other users see a notice that names the missing permission. */
export function Guarded({ may, children }: { may: PageEntry['may']; children: ReactNode }) {
  const t = useText()
  const isAllowed = useMay()
  if (isAllowed(may)) return children
  return <Notice title={t('shell.forbidden')} text={t('shell.forbiddenWhy', { permission: may })} />
}
