import { z } from 'zod'
import { PROBLEMS, type ProblemCode } from './catalogue.ts'

/** One fault in the input: where (an RFC 6901 pointer as a URI fragment, or a query or path parameter) and what. */
export interface FieldError {
  pointer: string
  detail: string
  [extension: string]: unknown
}

export interface ProblemOptions {
  detail?: string
  errors?: FieldError[]
  /** Extension members of the answer, such as what blocks a deletion. */
  extensions?: Record<string, unknown>
  headers?: Record<string, string>
}

/** An expected refusal: thrown by deeds, turned into application/problem+json by the app (RFC 9457). */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly options: ProblemOptions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? PROBLEMS[code].title)
    this.name = 'Problem'
    this.code = code
    this.options = options
  }

  get status(): (typeof PROBLEMS)[ProblemCode]['status'] {
    return PROBLEMS[this.code].status
  }

  toJSON(): ProblemBody {
    return {
      type: `https://counterfoil.dev/problems/${this.code}`,
      title: PROBLEMS[this.code].title,
      status: this.status,
      ...(this.options.detail ? { detail: this.options.detail } : {}),
      code: this.code,
      ...(this.options.errors ? { errors: this.options.errors } : {}),
      ...this.options.extensions,
    }
  }
}

export const ProblemBody = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string().optional(),
    code: z.string(),
    errors: z.array(z.looseObject({ pointer: z.string(), detail: z.string() })).optional(),
    traceId: z.string().optional(),
  })
  .meta({ id: 'Problem' })
export type ProblemBody = z.infer<typeof ProblemBody>

/** The problem for input that its schema refuses, one entry per fault, not only the first. */
export function invalidRequest(issues: readonly z.core.$ZodIssue[], pointerPrefix = '#'): Problem {
  return new Problem('invalid_request', {
    detail: issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; '),
    errors: issues.flatMap((issue) => {
      // An unknown member is named itself, not the object that holds it.
      const paths =
        issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
      return paths.map((path) => ({ pointer: pointerTo(path, pointerPrefix), detail: issue.message }))
    }),
  })
}

/** A problem about one field: `path` is the way to it in the body, such as `['lines', 2, 'quantity']`. */
export function invalidField(
  path: readonly PropertyKey[],
  detail: string,
  code: ProblemCode = 'invalid_request',
): Problem {
  return new Problem(code, {
    detail: `${path.join('.')}: ${detail}`,
    errors: [{ pointer: pointerTo(path), detail }],
  })
}

function pointerTo(path: readonly PropertyKey[], prefix = '#'): string {
  return prefix + path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
