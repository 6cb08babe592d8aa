import { Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  title: string
  text?: string
  children: ReactNode
}

/** Section of a settings page, with an explanation. */
export function Panel({ title, text, children }: PanelProps) {
  const id = useId()
  return (
    <Paper component="section" className={classes.panel} aria-labelledby={id}>
      <div>
        <Title id={id} order={2} className={classes.title}>
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </div>
      <div className={classes.body}>{children}</div>
    </Paper>
  )
}

export const Panels = ({ children }: { children: ReactNode }) => (
  <div className={classes.panels}>{children}</div>
)
