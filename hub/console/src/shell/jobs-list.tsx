import { ActionIcon, Anchor, Indicator, Popover, Progress, Text } from '@mantine/core'
import { IconLoader, IconProgressCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BackgroundJob } from '#shared/contracts/organization/jobs.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { jobTroubleText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import { isGoingOn } from './jobs.ts'
import classes from './jobs-tray.module.css'

/** Lists jobs with their progress and links to their results. */
export function JobsList({ jobs }: { jobs: readonly BackgroundJob[] }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const running = jobs.filter(isGoingOn)
  const Icon = running.length > 0 ? IconLoader : IconProgressCheck
  return (
    <Popover width={340} position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Indicator label={running.length} size={16} color="orange" disabled={running.length === 0}>
          <ActionIcon
            className={classes.target}
            size="lg"
            aria-label={running.length > 0 ? t('jobs.running', { count: running.length }) : t('jobs.title')}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon size={20} aria-hidden className={running.length > 0 ? classes.turning : undefined} />
          </ActionIcon>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown className={classes.tray} aria-label={t('jobs.title')}>
        <Text fw={650} mb={8}>
          {t('jobs.title')}
        </Text>
        <ul className={classes.jobs}>
          {jobs.map((job) => (
            <Job key={job.id} job={job} onLeave={() => setOpen(false)} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

function Job({ job, onLeave }: { job: BackgroundJob; onLeave: () => void }) {
  const t = useText()
  const { dateTime, percent } = useFormat()
  const to = pageOf(job)
  const name = t(`jobs.type_${job.type}`, { defaultValue: job.type })
  return (
    <li>
      <div className={classes.head}>
        {to ? (
          <Anchor size="sm" onClick={onLeave} renderRoot={(props) => <Link to={to as '/'} {...props} />}>
            {name}
          </Anchor>
        ) : (
          <Text size="sm">{name}</Text>
        )}
        <Text size="sm" c={job.status === 'Failed' ? 'red' : 'dimmed'}>
          {job.status === 'Running' ? percent(job.progress) : t(`jobs.status_${job.status}`)}
        </Text>
      </div>
      {isGoingOn(job) ? (
        <Progress size="sm" value={job.progress} aria-label={name} />
      ) : (
        <Text size="xs" c="dimmed">
          {jobTroubleText(t, job) ?? dateTime(job.finishedAt ?? job.createdAt)}
        </Text>
      )}
    </li>
  )
}

const SET_JOBS = ['change-set', 'product-import-preview']
const PAGES: Record<string, string> = {
  'product-import': '/products',
  'product-import-images': '/products',
  'organization-export': '/export',
  'extsys-import': '/extsys',
  cleanup: '/cleanup',
}

/**
 * Returns the page of a job's subject, or undefined when there is none. The change set of an import has the
 * id of the import.
 */
function pageOf({ type, subjectId, status }: BackgroundJob): string | undefined {
  if (SET_JOBS.includes(type) || (type === 'product-import' && status === 'Succeeded'))
    return `/changes/${subjectId}`
  return PAGES[type]
}
