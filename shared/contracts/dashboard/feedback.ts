import { z } from 'zod'
import { Id, optionalText, paragraphs, UtcTime } from '#shared/domain/fields.ts'
import { pageOf, pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const FEEDBACK_KINDS = ['Problem', 'Idea', 'Question', 'Praise'] as const
const FeedbackKind = z.enum(FEEDBACK_KINDS)
export type FeedbackKind = z.infer<typeof FeedbackKind>

export const FeedbackInput = z
  .strictObject({
    kind: FeedbackKind.default('Idea'),
    text: paragraphs(4096),
    page: optionalText(255).meta({ description: 'Page of the console where it was written' }),
  })
  .meta({ id: 'FeedbackInput' })
export type FeedbackInput = z.output<typeof FeedbackInput>

const FeedbackSent = z.object({ id: Id }).meta({ id: 'FeedbackSent' })
export const SEND_FEEDBACK = endpoint({
  method: 'post',
  path: '/api/feedback',
  body: FeedbackInput,
  answer: FeedbackSent,
})

const Feedback = z
  .object({
    id: Id,
    createdAt: UtcTime,
    kind: FeedbackKind,
    text: z.string(),
    page: z.string().nullable(),
    organizationId: Id.nullable(),
    organizationName: z.string().nullable(),
    email: z.string().nullable().meta({ description: 'E-mail address of the account of the author' }),
  })
  .meta({ id: 'Feedback' })
export const FEEDBACK = endpoint({
  method: 'get',
  path: '/api/super-admin/feedback',
  query: z.object(pageQuery),
  answer: pageOf(Feedback, 'FeedbackPage'),
})
