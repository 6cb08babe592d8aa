import { useSyncExternalStore } from 'react'
import { CONSOLE_CLIENT, PAGE_HEADER, type TokenAnswer } from '#shared/contracts/account/auth.ts'
import type { Me } from '#shared/contracts/account/me.ts'
import { NoAnswer } from '#shared/ui/api/client.ts'

/**
 * The signed-in user. The access token is only in the memory of this page; the refresh token is in a cookie
 * that no script reads, so a reload or another tab signs in again automatically.
 */
export type Session =
  | { state: 'starting' }
  /** The hub does not answer: it is unknown if a user is signed in. */
  | { state: 'unreachable' }
  | { state: 'signed-out' }
  | { state: 'signed-in'; me: Me; visit: OrganizationVisit | null }

/** Visit of a SuperAdmin inside an organization: stored by the tab until it ends. */
export interface OrganizationVisit {
  id: string
  organization: NonNullable<Me['organization']>
  reason: string
  mayAct: boolean
  /** UTC. */
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

/** Marks that there may be a cookie for resuming: no page can read the cookie itself. */
const SIGNED_IN_KEY = 'counterfoil.signed-in'

export const mayResume = (): boolean => localStorage.getItem(SIGNED_IN_KEY) !== null

/* --- Tokens --- */

/** Refusal of the token endpoint; `error` is the code of RFC 6749. */
export class SignInRefusal extends Error {
  readonly error: string
  readonly organizations: { id: string; name: string }[]
  /** Address that the provider has verified, for `account_required`. */
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
  /** Milliseconds of `Date.now()`. */
  expiresAt: number
}
let token: Token | undefined

/** Time before its expiry at which a token is renewed. */
const EARLY_MS = 60_000

export const isTokenFresh = (): boolean => token !== undefined && token.expiresAt - EARLY_MS > Date.now()

export const bearer = (): Record<string, string> => (token ? { Authorization: `Bearer ${token.value}` } : {})

export const forgetToken = (): void => {
  token = undefined
  localStorage.removeItem(SIGNED_IN_KEY)
}

/** Requests a token. Throws SignInRefusal, NoAnswer. */
export async function requestToken(form: Record<string, string>): Promise<void> {
  const response = await post('/~/connect/token', form)
  // A proxy in front of a hub that is down answers, but not in the hub's format.
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

/** Stores the token of a fresh proof. */
export const takeToken = ({ access_token, expires_in }: TokenAnswer): void => {
  token = { value: access_token, expiresAt: Date.now() + expires_in * 1000 }
}

let renewing: Promise<void> | undefined

/**
 * Renews the token. Requests that find it expired at the same time renew it once; so do tabs. Throws
 * SignInRefusal.
 */
export function renewToken(): Promise<void> {
  renewing ??= navigator.locks
    .request('counterfoil.token', () => requestToken({ grant_type: 'refresh_token' }))
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** Ends the session at the hub; without a response the user is signed out here anyway. */
export async function revokeToken(): Promise<void> {
  forgetToken()
  await post('/~/connect/revoke', {}).catch(() => undefined)
}

/** Time limit of a token request: a connection that swallows everything must not block its callers. */
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
