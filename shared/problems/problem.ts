import { z } from 'zod'
import { Count, integer } from '#shared/domain/fields.ts'
import { PROBLEMS, type ProblemCode } from './catalogue.ts'

/** Input error with its location: an RFC 6901 pointer as a URI fragment, or a query or path parameter. */
export interface FieldError {
  pointer: string
  detail: string
  [extension: string]: unknown
}

export interface ProblemOptions {
  detail?: string
  errors?: FieldError[]
  /** Total number of errors, when `errors` lists only the first of them. */
  errorsTotal?: number
  /** Extension members of the response, such as the records that block a deletion. */
  extensions?: Record<string, unknown>
  headers?: Record<string, string>
}

/** Expected failure thrown by commands. The app converts it to an application/problem+json response (RFC 9457). */
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

  /**
   * Returns the response body. Its size is limited: long texts are truncated, and errors that do not fit are
   * only counted.
   */
  toJSON(): ProblemBody {
    const { detail, errors = [], extensions = {} } = this.options
    let room = MAX_PROBLEM_CHARS
    const fits = (value: unknown): boolean => {
      const size = JSON.stringify(value)?.length ?? 0
      if (size > room) return false
      room -= size
      return true
    }
    const extra = Object.entries(extensions).filter(fits)
    const named = errors.map(shortened).filter(fits)
    const total = this.options.errorsTotal ?? errors.length
    return {
      type: `https://counterfoil.dev/problems/${this.code}`,
      title: PROBLEMS[this.code].title,
      status: this.status,
      ...(detail ? { detail: cut(detail, MAX_DETAIL_CHARS) } : {}),
      code: this.code,
      ...(errors.length > 0 ? { errors: named } : {}),
      ...(total > named.length ? { errorsTotal: total } : {}),
      ...Object.fromEntries(extra),
    }
  }
}

/** Maximum size of the errors and extensions of a response, in characters of JSON. */
const MAX_PROBLEM_CHARS = 256 * 1024
const MAX_DETAIL_CHARS = 1000
const MAX_ERROR_TEXT_CHARS = 300

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`

const shortened = (error: FieldError): FieldError =>
  Object.fromEntries(
    Object.entries(error).map(([name, value]) => [
      name,
      typeof value === 'string' ? cut(value, MAX_ERROR_TEXT_CHARS) : value,
    ]),
  ) as FieldError

export const ProblemBody = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: integer(100, 599),
    detail: z.string().optional(),
    instance: z.string().optional(),
    code: z.string(),
    errors: z.array(z.looseObject({ pointer: z.string(), detail: z.string() })).optional(),
    errorsTotal: Count.optional().meta({
      description: 'Number of all errors, when there are more than `errors` names',
    }),
    traceId: z.string().optional(),
  })
  .meta({ id: 'Problem' })
export type ProblemBody = z.infer<typeof ProblemBody>

/** Returns the problem for input that fails its schema. */
export function invalidRequest(issues: readonly z.core.$ZodIssue[], pointerPrefix = '#'): Problem {
  return faultyFields('invalid_request', faultsOf(issues), pointerPrefix)
}

/** Maximum number of listed errors of one input. Further errors are only counted. */
const MAX_FAULTS_NAMED = 20

export interface Fault {
  path: readonly PropertyKey[]
  detail: string
}

/** Returns a problem with several input errors. Lists the first 20 errors and counts all of them. */
export function faultyFields(code: ProblemCode, faults: Iterable<Fault>, pointerPrefix = '#'): Problem {
  const named: Fault[] = []
  let errorsTotal = 0
  for (const fault of faults) {
    errorsTotal += 1
    if (named.length < MAX_FAULTS_NAMED) named.push(fault)
  }
  const shown = named.map(({ path, detail }) => `${cut(path.join('.') || 'body', 100)}: ${detail}`)
  const rest = errorsTotal > named.length ? [`and ${errorsTotal - named.length} more`] : []
  return new Problem(code, {
    detail: [...shown, ...rest].join('; '),
    errors: named.map(({ path, detail }) => ({ pointer: pointerTo(path, pointerPrefix), detail })),
    errorsTotal,
  })
}

function* faultsOf(issues: readonly z.core.$ZodIssue[]): Generator<Fault> {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') yield { path: issue.path, detail: issue.message }
    // Each unknown member gets its own error, instead of one for the object that contains them.
    else for (const key of issue.keys) yield { path: [...issue.path, key], detail: 'is not known here' }
  }
}

/** Returns a problem about one field. `path` is its path in the body, such as `['lines', 2, 'quantity']`. */
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
