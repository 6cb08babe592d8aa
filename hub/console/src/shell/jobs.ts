import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type BackgroundJob, MY_JOBS } from '#shared/contracts/organization/jobs.ts'
import { call } from '../api/call.ts'

/** Polling interval in ms while a job is running. */
const LOOK_MS = 1500
const SHOWN = 15

export const isGoingOn = ({ status }: BackgroundJob): boolean => status === 'Queued' || status === 'Running'

/** Query of the user's latest long-running jobs. */
export const jobOptions = queryOptions({
  queryKey: [MY_JOBS.path],
  queryFn: async ({ signal }) => (await call(MY_JOBS, { query: { limit: SHOWN }, signal })).items,
  refetchInterval: ({ state: { data } }) => (data?.some(isGoingOn) ? LOOK_MS : false),
})

/** Refetches the jobs. Call it after starting a job. */
export const readJobsAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: jobOptions.queryKey })
