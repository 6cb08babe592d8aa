import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
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
