import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '#shared/ui/i18n/language-switch.tsx'
import styles from './setup.module.css'

interface SetupCardProps {
  title: string
  lead: string
  children?: ReactNode
}

export function SetupCard({ title, lead, children }: SetupCardProps) {
  return (
    <main className={styles.page}>
      <div className={styles.language}>
        <LanguageSwitch />
      </div>
      <div className={styles.card}>
        <Stack gap={20}>
          <Title order={1} fz="2xl">
            {title}
          </Title>
          <Text fz="lg" c="var(--text-quiet)">
            {lead}
          </Text>
          {children}
        </Stack>
      </div>
    </main>
  )
}
