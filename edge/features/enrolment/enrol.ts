import { hostname } from 'node:os'
import type { EnrolRequest } from '#shared/contracts/till/till.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems/catalogue.ts'
import { invalidField, Problem, ProblemBody } from '#shared/problems/problem.ts'
import { isSentInClear } from '#shared/std/host-place.ts'
import { Enrolment, EnrolmentRequest } from '#shared/sync/enrolment.ts'
import { type AgentConfig, DEFAULT_HUB_URL } from '../../config/config.ts'
import { type Device, firstChain } from '../../device/device.ts'
import type { Journal } from '../../journal/journal.ts'
import { isForeign } from '../../sync/hub-link/hub-client.ts'
import { failureOf } from '../../sync/hub-link/hub-failure.ts'
import { AGENT_VERSION } from '../../version.ts'

export interface EnrolmentParts {
  readonly config: AgentConfig
  readonly journal: Journal
  /** Null before enrolment. */
  readonly device: Device | null
  /** Aborted when the agent stops. */
  readonly stopping: AbortSignal
  becomeDevice(device: Device): void
}

const TIMEOUT_MS = 15_000

/**
 * Exchanges the pairing code for an identity. Throws `already_enrolled`, `hub_unreachable`, or the error
 * returned by the hub.
 */
export async function enrol(agent: EnrolmentParts, { pairingCode, hubUrl }: EnrolRequest): Promise<void> {
  refuseSecondEnrolment(agent)
  const url = hubAddress(agent.config, hubUrl)
  const enrolment = await exchange(agent.stopping, url, {
    pairingCode,
    deviceName: EnrolmentRequest.shape.deviceName.safeParse(hostname().slice(0, 255)).data ?? 'till',
    agentVersion: AGENT_VERSION,
  })
  refuseSecondEnrolment(agent)
  agent.becomeDevice({ ...enrolment, hubUrl: url, chains: [firstChain(enrolment)], nextChain: null })
}

/**
 * Throws `already_enrolled`. A journal permanently belongs to one device, because its sequence numbers and
 * receipts continue.
 */
export function refuseSecondEnrolment({ device, journal }: EnrolmentParts): void {
  if (device) throw new Problem('already_enrolled')
  if (journal.read.entries.lastPosition() === null) return
  throw new Problem('already_enrolled', {
    detail:
      'The journal in this folder belongs to another device: restore its device.json, or begin in an empty folder',
  })
}

function hubAddress(
  { hubUrl: configured, allowsPlainHub }: AgentConfig,
  requested: string | undefined,
): string {
  const typed = requested?.replace(/\/+$/, '')
  if (configured !== undefined && typed !== undefined && typed !== configured) {
    throw invalidField(['hubUrl'], `the configuration names another hub: ${configured}`)
  }
  if (typed !== undefined && isSentInClear(typed) && !allowsPlainHub)
    throw invalidField(['hubUrl'], 'has no TLS and is outside the private network: use https://')
  return typed ?? configured ?? DEFAULT_HUB_URL
}

async function exchange(signal: AbortSignal, hubUrl: string, request: EnrolmentRequest): Promise<Enrolment> {
  const response = await post(signal, `${hubUrl}/api/pos/v1/enrol`, request)
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw refusalIn(answer, response.status)
  const enrolment = Enrolment.safeParse(answer)
  if (enrolment.success && !isForeign(response)) return enrolment.data
  throw new Problem('hub_unreachable', { detail: `The server at ${hubUrl} is not a hub` })
}

async function post(signal: AbortSignal, url: string, request: EnrolmentRequest): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(request),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
  } catch (error) {
    throw new Problem('hub_unreachable', { detail: failureOf(error).message })
  }
}

/** Returns the hub's error unchanged. Any other response means that no hub was reached. */
function refusalIn(answer: unknown, status: number): Problem {
  const body = ProblemBody.safeParse(answer)
  if (!body.success || status >= 500 || !(body.data.code in PROBLEMS)) {
    return new Problem('hub_unreachable', { detail: `The hub answered with ${status}` })
  }
  const { code, detail, errors } = body.data
  return new Problem(code as ProblemCode, { ...(detail && { detail }), ...(errors && { errors }) })
}

/** Rate limit of one agent, shared by all clients: `points` attempts in `duration` seconds. */
export const ENROLMENT_LIMIT = { points: 10, duration: 60 }
