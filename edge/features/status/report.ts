import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { hostname, release } from 'node:os'
import { join } from 'node:path'
import { sleep } from '#shared/std/retry.ts'
import type { AgentReport } from '#shared/sync/report.ts'
import type { Clock } from '../../clock.ts'
import type { AgentConfig } from '../../config/config.ts'
import type { Backups } from '../../journal/backup/backups.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import type { Sync } from '../../sync/sync.ts'
import type { Troubles } from '../../troubles.ts'
import { AGENT_VERSION } from '../../version.ts'

export type FullReport = { [Member in keyof AgentReport]-?: Exclude<AgentReport[Member], undefined> }

export interface ReportParts {
  readonly config: AgentConfig
  readonly journal: Journal
  readonly replica: Replica
  readonly backups: Backups
  readonly troubles: Troubles
  readonly clock: Clock
  /** Null before enrolment. */
  readonly sync: Sync | null
}

/** Returns the state of this agent for head office, which gets it with an upload, and for the local metrics. */
export async function reportOf(agent: ReportParts): Promise<FullReport> {
  const { config, journal, replica, sync, clock, backups, troubles } = agent
  return {
    agentVersion: AGENT_VERSION,
    hostName: hostname().slice(0, 255),
    platform: `${process.platform} ${process.arch} ${release()}`.slice(0, 100),
    startedAt: new Date(clock.now().getTime() - process.uptime() * 1000).toISOString(),
    ...journal.read.outbox.waiting(),
    clockOffsetMs: sync?.link.offsetMs ?? null,
    replicaFreshAt: replica.meta()?.freshAt ?? null,
    productCount: replica.productCount(),
    diskFreeBytes: await freeBytes(config.folder),
    journalBytes: fileBytes(join(config.folder, 'journal.db')),
    replicaBytes: fileBytes(join(config.folder, 'replica.db')),
    lastBackupAt: backups.lastBackupAt?.toISOString() ?? null,
    unprinted: journal.read.receipts.countUnprinted(),
    troubles: troubles
      .list()
      .slice(0, 20)
      .map(({ detail, ...trouble }) => ({ ...trouble, detail: detail.slice(0, 500) })),
  }
}

/** Time limit of the disk space query in ms. An unresponsive disk must not block the caller. */
const DISK_PATIENCE_MS = 1_000

async function freeBytes(folder: string): Promise<number | null> {
  const reading = statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
  const given = new AbortController()
  const answer = await Promise.race([reading, sleep(DISK_PATIENCE_MS, given.signal)])
  given.abort()
  return answer ?? null
}

/** Returns the size of the file including its write-ahead log, in bytes. */
function fileBytes(path: string): number {
  return ['', '-wal']
    .map((suffix) => statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size)
}
