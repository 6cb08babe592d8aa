import { z } from 'zod'
import { Count, Id, integer, integerQuery, UtcTime } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'

export const JobStatus = z.enum(['Queued', 'Running', 'Succeeded', 'Failed', 'Canceled'])
export type JobStatus = z.infer<typeof JobStatus>

/** Reason why a job failed or is retried: code, members and first error of a refusal. */
export const JobProblem = z
  .looseObject({ code: z.string(), errors: z.array(z.looseObject({ detail: z.string() })).optional() })
  .meta({ id: 'JobProblem' })
export type JobProblem = z.infer<typeof JobProblem>

/** Members that describe a job's problem, shared by all responses with jobs. */
export const JOB_TROUBLE = {
  message: z.string().nullable().meta({ description: 'Text of the reason why it has failed or is retried' }),
  problem: JobProblem.nullable().meta({
    description:
      'Problem by its code, for the language of the reader; null: none, or only the message is known',
  }),
}
export type JobTrouble = { message: string | null; problem: JobProblem | null }

export const BackgroundJob = z
  .object({
    id: Id,
    type: z.string().meta({ description: 'Type, such as product-import' }),
    subjectId: Id.nullable().meta({ description: 'Record that it works on, such as the change set' }),
    status: JobStatus,
    progress: integer(0, 100).meta({ description: 'Percent' }),
    total: Count.nullable().meta({ description: 'null: not known yet' }),
    processed: Count,
    ...JOB_TROUBLE,
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'Result, depending on the type' }),
    askedById: Id.nullable().meta({
      description: 'Account of the requesting user; null: no user requested it',
    }),
    askedByName: z.string().nullable().meta({ description: 'Name at that time' }),
    isCancelable: z.boolean().meta({ description: 'true: POST /cancel would work' }),
    isRetryable: z.boolean().meta({ description: 'true: POST /retry would work' }),
    createdAt: UtcTime,
    startedAt: UtcTime.nullable(),
    finishedAt: UtcTime.nullable(),
  })
  .meta({ id: 'BackgroundJob' })
export type BackgroundJob = z.infer<typeof BackgroundJob>

export const RecentJobsQuery = z.object({
  limit: integerQuery(1, 200).default(50),
  status: JobStatus.optional(),
  type: z.string().max(64).optional(),
})

export const RecentJobs = z.object({ items: z.array(BackgroundJob) }).meta({ id: 'RecentJobs' })

export const MY_JOBS = endpoint({
  method: 'get',
  path: '/api/me/jobs',
  query: RecentJobsQuery,
  answer: RecentJobs,
})
