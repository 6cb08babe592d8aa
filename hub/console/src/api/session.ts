import { useSyncExternalStore } from 'react'
import { CONSOLE_CLIENT, PAGE_HEADER, type TokenAnswer } from '#shared/contracts/account/auth.ts'
import type { Me } from '#shared/contracts/account/me.ts'
import { NoAnswer } from '#shared/ui/api/client.ts'

/**
 * The signed-in user. The access token is only in the memory of this page. The refresh token is in a cookie
 * that scripts cannot read, so a reload or another tab signs in again automatically.
 */
export type Session =
  | { state: 'starting' }
  /** The hub does not respond, so it is unknown whether a user is signed in. */
  | { state: 'unreachable' }
  | { state: 'signed-out' }
  | { state: 'signed-in'; me: Me; visit: OrganizationVisit | null }

/** Visit of a SuperAdmin inside an organization. It is stored in sessionStorage until it ends. */
export interface OrganizationVisit {
  id: string
  organization: NonNullable<Me['organization']>
  reason: string
  mayAct: boolean
  /** Time in UTC. */
  endsAt: string
}

let session: Session = { state: 'starting' }
const listeners = new Set<() => void>()

export const currentSession = (): Session => session

export function setSession(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

export const useSession = (): Session =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentSession)

const VISIT_KEY = 'counterfoil.visit'

export function keptVisit(): OrganizationVisit | null {
  const kept = sessionStorage.getItem(VISIT_KEY)
  const visit = kept === null ? null : (JSON.parse(kept) as OrganizationVisit)
  return visit && Date.parse(visit.endsAt) > Date.now() ? visit : null
}

export const forgetVisit = (): void => sessionStorage.removeItem(VISIT_KEY)

export function keepVisit(visit: OrganizationVisit | null): void {
  if (visit) sessionStorage.setItem(VISIT_KEY, JSON.stringify(visit))
  else forgetVisit()
  if (session.state === 'signed-in') setSession({ ...session, visit })
}

/** Marks that a session cookie may exist. Pages cannot read the cookie itself. */
const SIGNED_IN_KEY = 'counterfoil.signed-in'

export const mayResume = (): boolean => localStorage.getItem(SIGNED_IN_KEY) !== null

/** Error of the token endpoint. `error` is the code of RFC 6749. */
export class SignInRefusal extends Error {
  readonly error: string
  readonly organizations: { id: string; name: string }[]
  /** Email address verified by the provider, for `account_required`. */
  readonly email: string | null
  readonly retryAfterSeconds: number | null

  constructor(answer: RefusedGrant, retryAfterSeconds: number | null) {
    super(answer.error_description ?? answer.error)
    this.error = answer.error
    this.organizations = answer.organizations ?? []
    this.email = answer.email ?? null
    this.retryAfterSeconds = retryAfterSeconds
  }
}
interface RefusedGrant {
  error: string
  error_description?: string
  organizations?: { id: string; name: string }[]
  email?: string
}

interface Token {
  value: string
  /** Time in ms, as from `Date.now()`. */
  expiresAt: number
}
let token: Token | undefined

/** Time in ms before expiry at which a token is renewed. */
const EARLY_MS = 60_000

export const isTokenFresh = (): boolean => token !== undefined && token.expiresAt - EARLY_MS > Date.now()

export const bearer = (): Record<string, string> => (token ? { Authorization: `Bearer ${token.value}` } : {})

export const forgetToken = (): void => {
  token = undefined
  localStorage.removeItem(SIGNED_IN_KEY)
}

/** Requests a token. Throws SignInRefusal and NoAnswer. */
export async function requestToken(form: Record<string, string>): Promise<void> {
  const response = await post('/~/connect/token', form)
  // A proxy in front of a hub that is down responds in another format.
  const answer = (await response.json().catch((error: unknown) => {
    throw new NoAnswer(error)
  })) as TokenAnswer | RefusedGrant
  if ('access_token' in answer) {
    localStorage.setItem(SIGNED_IN_KEY, 'yes')
    token = { value: answer.access_token, expiresAt: Date.now() + answer.expires_in * 1000 }
    return
  }
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  throw new SignInRefusal(answer, Number.isFinite(retryAfter) ? retryAfter : null)
}

/** Stores the token from a new proof of identity. */
export const takeToken = ({ access_token, expires_in }: TokenAnswer): void => {
  token = { value: access_token, expiresAt: Date.now() + expires_in * 1000 }
}

let renewing: Promise<void> | undefined

/** Renews the token. Concurrent requests, and other tabs, share one renewal. Throws SignInRefusal and NoAnswer. */
export function renewToken(): Promise<void> {
  renewing ??= navigator.locks
    .request('counterfoil.token', () => requestToken({ grant_type: 'refresh_token' }))
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** Ends the session at the hub. Without a response, the user is still signed out locally. */
export async function revokeToken(): Promise<void> {
  forgetToken()
  await post('/~/connect/revoke', {}).catch(() => undefined)
}

/** Time limit of a token request in ms. A connection that never responds must not block the callers. */
const TIMEOUT_MS = 15_000

const post = (path: string, form: Record<string, string>): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { [PAGE_HEADER]: CONSOLE_CLIENT },
    body: new URLSearchParams({ ...form, client_id: CONSOLE_CLIENT }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new NoAnswer(error)
  })
