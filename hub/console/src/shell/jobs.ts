import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type BackgroundJob, MY_JOBS } from '#shared/contracts/organization/jobs.ts'
import { call } from '../api/call.ts'

/** How often the hub is asked, as long as something goes on. */
const LOOK_MS = 1500
const SHOWN = 15

export const isGoingOn = ({ status }: BackgroundJob): boolean => status === 'Queued' || status === 'Running'

/** The latest long works of who has signed in. */
export const jobOptions = queryOptions({
  queryKey: [MY_JOBS.path],
  queryFn: async ({ signal }) => (await call(MY_JOBS, { query: { limit: SHOWN }, signal })).items,
  refetchInterval: ({ state: { data } }) => (data?.some(isGoingOn) ? LOOK_MS : false),
})

/** Whoever starts a job says so: the tray asks the hub again. */
export const readJobsAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: jobOptions.queryKey })
