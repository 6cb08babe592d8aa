import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  title: string
  text?: string | undefined
  /** What one can do about it. */
  children?: ReactNode
}

/** In place of a page or of rows: nothing there, not allowed, broken. */
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
