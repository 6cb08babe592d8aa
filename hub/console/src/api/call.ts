import type { z } from 'zod'
import { CONSOLE_CLIENT, PAGE_HEADER } from '#shared/contracts/account/auth.ts'
import type { Endpoint } from '#shared/contracts/endpoint.ts'
import { makeClient, NoAnswer, pathOf, Refusal, type SendOptions } from '#shared/ui/api/client.ts'
import { requestProof } from './proof.ts'
import { noteReach, noteSlow } from './reach.ts'
import { bearer, currentSession, isTokenFresh, renewToken, SignInRefusal, setSession } from './session.ts'

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type Params<Path extends string> =
  NamesIn<Path> extends never ? { params?: never } : { params: Record<NamesIn<Path>, string> }

/** Parameters of an endpoint call. Bodies and queries are in major units, as they are sent. */
export type Given<Some extends Endpoint> = Params<Some['path']> &
  (Some extends { query: infer Query extends z.ZodType } ? { query?: z.input<Query> } : { query?: never }) &
  (Some extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : { body?: never }) & {
    signal?: AbortSignal | undefined
    timeoutMs?: number
  }
export type AnswerOf<Some extends Endpoint> = Some['answer'] extends z.ZodType
  ? z.output<Some['answer']>
  : undefined

const client = makeClient('', () => ({
  ...bearer(),
  ...organizationHeader(),
  [PAGE_HEADER]: CONSOLE_CLIENT,
}))
const send = <Answer>(route: string, options: SendOptions): Promise<Answer> =>
  noteReach(client<Answer>(route, options))

/** Returns the header that names the organization a SuperAdmin is visiting. */
function organizationHeader(): Record<string, string> {
  const session = currentSession()
  const visit = session.state === 'signed-in' ? session.visit : null
  return visit && !location.pathname.startsWith('/platform')
    ? { 'X-Organization-Id': visit.organization.id }
    : {}
}

const routeOf = ({ method, path }: Endpoint): string =>
  `${method.toUpperCase()} ${path.replace(/{(\w+)}/g, ':$1')}`

/**
 * Calls an endpoint of the hub. Throws Refusal with the problem, NoAnswer, or the AbortError of the signal.
 * If the session has ended, leads to the sign-in page.
 */
export async function call<const Some extends Endpoint>(
  endpoint: Some,
  ...[given]: Record<string, never> extends Given<Some> ? [Given<Some>?] : [Given<Some>]
): Promise<AnswerOf<Some>> {
  const options = (given ?? {}) as SendOptions
  const answer = signedIn(() => send<AnswerOf<Some>>(routeOf(endpoint), options))
  // Reads show their own loading state, and long requests set their own time limit.
  const isQuick = endpoint.method !== 'get' && options.timeoutMs === undefined
  return isQuick ? noteSlow(answer) : answer
}

/**
 * Calls an endpoint, usually one that needs no sign-in, without renewing the token or leading to the sign-in
 * page.
 */
export function callPublic<const Some extends Endpoint>(
  endpoint: Some,
  ...[given]: Record<string, never> extends Given<Some> ? [Given<Some>?] : [Given<Some>]
): Promise<AnswerOf<Some>> {
  return send<AnswerOf<Some>>(routeOf(endpoint), (given ?? {}) as SendOptions)
}

/** Uploads a file to the hub as the form part `file`. Throws the errors of `call`. */
export function upload<const Some extends Endpoint>(
  endpoint: Some,
  file: File,
  options: Pick<Given<Some>, 'params' | 'query'>,
): Promise<AnswerOf<Some>> {
  return signedIn(async () => {
    const body = new FormData()
    body.append('file', file)
    const response = await fetch(pathOf(pathOfTemplate(endpoint), options as SendOptions), {
      method: endpoint.method.toUpperCase(),
      headers: { ...bearer(), ...organizationHeader() },
      body,
    }).catch((error: unknown) => {
      throw new NoAnswer(error)
    })
    if (!response.ok) throw await refusalOf(response)
    const text = await response.text()
    return (text ? JSON.parse(text) : undefined) as AnswerOf<Some>
  })
}

/** Downloads a file from the hub, with its name. Throws the errors of `call`. */
export function downloadFile(
  endpoint: Endpoint,
  options: SendOptions = {},
): Promise<{ blob: Blob; name: string | undefined }> {
  return signedIn(async () => {
    const response = await fetch(pathOf(pathOfTemplate(endpoint), options), {
      method: endpoint.method.toUpperCase(),
      headers: { ...bearer(), ...organizationHeader(), ...(options.body !== undefined && JSON_BODY) },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    }).catch((error: unknown) => {
      throw new NoAnswer(error)
    })
    if (!response.ok) throw await refusalOf(response)
    return {
      blob: await response.blob(),
      name: fileNameIn(response.headers.get('Content-Disposition') ?? ''),
    }
  })
}

/** Opens an event stream for `readEvents`, starting after the last received event. Throws the errors of `call`. */
export function openEvents(
  endpoint: Endpoint,
  { lastEventId, signal }: { lastEventId: string | undefined; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  return signedIn(async () => {
    const response = await fetch(pathOfTemplate(endpoint), {
      headers: {
        ...bearer(),
        ...organizationHeader(),
        Accept: EVENT_STREAM,
        ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
      },
      signal,
    }).catch((error: unknown) => {
      throw new NoAnswer(error)
    })
    if (!response.ok) throw await refusalOf(response)
    if (!response.body || !response.headers.get('Content-Type')?.startsWith(EVENT_STREAM))
      throw new NoAnswer(new Error('The response is not a stream of events'))
    return response.body
  })
}

const EVENT_STREAM = 'text/event-stream'
const JSON_BODY = { 'Content-Type': 'application/json' }
const pathOfTemplate = ({ path }: Endpoint): string => path.replace(/{(\w+)}/g, ':$1')

/** Parses the file name (RFC 6266). The extended form takes precedence. Returns undefined when there is none. */
function fileNameIn(disposition: string): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return extended ? decodeURIComponent(extended) : /filename="([^"]*)"/i.exec(disposition)?.[1]
}

async function refusalOf(response: Response): Promise<Refusal> {
  const problem = await response.json().catch(() => ({
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    code: 'internal',
  }))
  return new Refusal(problem, null)
}

async function signedIn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (!isTokenFresh()) await renewOrLeave()
  try {
    return await work()
  } catch (error) {
    // An irreversible operation requires a recent proof of identity (RFC 9470).
    if (error instanceof Refusal && error.problem.code === 'step_up_needed') {
      if (!(await requestProof())) throw error
      return await work()
    }
    // The account or the hub's keys may have changed, so the token is renewed once.
    if (!(error instanceof Refusal) || error.problem.code !== 'unauthenticated') throw error
    await renewOrLeave()
    return await work()
  }
}

async function renewOrLeave(): Promise<void> {
  try {
    await renewToken()
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw new NoAnswer(error)
    if (error.error !== 'slow_down') setSession({ state: 'signed-out' })
    throw error
  }
}
