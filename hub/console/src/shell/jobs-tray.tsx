import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { jobOptions } from './jobs.ts'

const JobsList = lazy(() => import('./jobs-list.tsx').then(({ JobsList }) => ({ default: JobsList })))

/** Shows the user's long-running jobs. It stays on screen across pages. */
export function JobsTray() {
  const { data: jobs = [] } = useQuery(jobOptions)
  if (jobs.length === 0) return null
  return (
    <Suspense fallback={null}>
      <JobsList jobs={jobs} />
    </Suspense>
  )
}
