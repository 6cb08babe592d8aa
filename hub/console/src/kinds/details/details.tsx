import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './details.module.css'

/** Page of read-only details, with its parts side by side. */
export const DetailsPage = ({ children }: { children: ReactNode }) => (
  <div className={classes.page}>{children}</div>
)

interface PartProps {
  title?: string
  isWide?: boolean
  children: ReactNode
}

export const Part = ({ title, isWide = false, children }: PartProps) => (
  <Paper component="section" className={classes.part} data-wide={isWide || undefined}>
    {title && (
      <Title order={2} className={classes.title}>
        {title}
      </Title>
    )}
    {children}
  </Paper>
)

/** List of names and values. Null, undefined and empty values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
