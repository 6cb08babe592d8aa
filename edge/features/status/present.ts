import { TillSettings, type TillStatus } from '#shared/contracts/till/till.ts'
import { PAPER_WIDTHS } from '#shared/receipts/document.ts'
import type { ReplicaSettings } from '#shared/sync/download.ts'
import type { Clock } from '../../clock.ts'
import type { Device } from '../../device/device.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import type { Sync } from '../../sync/sync.ts'
import type { Troubles } from '../../troubles.ts'
import { AGENT_VERSION } from '../../version.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { findLogo } from '../printing/receipt-layout.ts'

/** Age in ms above which a replica counts as stale. The agent polls the hub at least every 30 seconds. */
const FRESH_MS = 90_000

export interface StatusParts {
  readonly journal: Journal
  readonly replica: Replica
  readonly pictures: Pick<Pictures, 'revision' | 'find'>
  readonly troubles: Troubles
  readonly clock: Clock
  /** Null before enrolment. */
  readonly device: Device | null
  readonly sync: Sync | null
}

export function presentStatus(agent: StatusParts): TillStatus {
  const { device, sync, journal, troubles } = agent
  const settings = agent.replica.find((reader) => reader.settings.find())
  return {
    agentVersion: AGENT_VERSION,
    enrolled: device !== null,
    deviceId: device?.deviceId ?? null,
    series: journal.read.chains.findCurrent()?.series ?? null,
    settings: settings && presentSettings(settings, agent.pictures),
    connection: sync?.connection ?? 'trouble',
    nextTryInMs: sync?.link.nextTryInMs ?? null,
    lastContactAt: lastContactAt(agent),
    upload: {
      ...journal.read.outbox.waiting(),
      lastUploadedAt: journal.read.outbox.lastUploadedAt(),
      needAttention: sync?.needAttention ?? 0,
    },
    download: presentDownload(agent),
    parkedCarts: journal.read.carts.countParked(),
    hubOffsetMs: sync?.link.offsetMs ?? null,
    trouble: troubles.list(),
  }
}

/**
 * Returns the time of the last contact with the hub, which can be before the start of the agent, or null
 * before the first contact. Confirming the replica and accepting a sale also count as contacts.
 */
function lastContactAt({ sync, replica, journal }: StatusParts): string | null {
  const times = [
    sync?.link.lastContactAt?.toISOString(),
    replica.meta()?.freshAt,
    journal.read.outbox.lastUploadedAt(),
  ].filter((time) => typeof time === 'string')
  return times.sort().at(-1) ?? null
}

function presentDownload({ replica, pictures, sync, clock }: StatusParts): TillStatus['download'] {
  const freshAt = replica.meta()?.freshAt ?? null
  const progress = sync?.progress ?? null
  const isFresh = freshAt !== null && clock.now().getTime() - Date.parse(freshAt) < FRESH_MS
  return {
    state: replica.isReady ? (isFresh ? 'up-to-date' : 'behind') : progress ? 'first-download' : 'never',
    received: progress?.received ?? null,
    total: progress?.total ?? null,
    unit: progress?.unit ?? 'records',
    products: replica.productCount(),
    revision: replica.revision + pictures.revision,
    freshAt,
  }
}

/**
 * Returns the settings that the till page uses. Requests the logo in both paper widths, so that it is
 * available for offline printing.
 */
function presentSettings(
  settings: ReplicaSettings,
  pictures: Pick<Pictures, 'find'>,
): NonNullable<TillStatus['settings']> {
  const logos = PAPER_WIDTHS.map((width) => [width, findLogo(settings, pictures, width)] as const)
  const logo = logos.find(([width]) => width === settings.paperWidth)?.[1] ?? null
  return TillSettings.parse({ ...settings, logo })
}
