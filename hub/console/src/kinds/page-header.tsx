import { Anchor, Group, Title } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** Content beside the title, such as a number or a state. */
  beside?: ReactNode
  /** Link to the parent page. */
  back?: { to: string; label: string }
  /** Actions of the page. The main action comes last. */
  children?: ReactNode
}

/** Header of every page. Its title is also the title of the window. */
export function PageHeader({ title, beside, back, children }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Counterfoil`
  }, [title])
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        {back && (
          <Anchor className={classes.back} renderRoot={(props) => <Link to={back.to} {...props} />}>
            <IconChevronLeft size={15} aria-hidden />
            {back.label}
          </Anchor>
        )}
        <Group gap={10}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {beside}
        </Group>
      </div>
      <Group gap={8} className={classes.actions}>
        {children}
      </Group>
    </header>
  )
}
