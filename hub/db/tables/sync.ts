import { sql } from 'drizzle-orm'
import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { FlaggedProduct, FlagValues } from '#shared/contracts/sales/retail-sales.ts'
import type { AgentReport } from '#shared/sync/report.ts'
import { retailPoints } from './catalog.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { bytes, organizations } from './platform.ts'

/**
 * Change feed (docs/sync.md#feed). Triggers on the tables that are sent to tills insert (kind, entity) here
 * with seq null. The last statement of the transaction takes the organization's next number and assigns it to
 * all of them. The feed contains each entity once, with the number of its latest change, so it does not grow
 * over time.
 */
export const feed = pgTable(
  'feed',
  {
    organizationId: uuid().notNull(),
    kind: text().notNull(),
    entityId: uuid().notNull(),
    seq: bigint({ mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.kind, table.entityId] }),
    index('feed_seq_idx').on(table.organizationId, table.seq),
    index('feed_pending_idx').on(table.organizationId).where(sql`seq is null`),
  ],
)

/** Feed counters, one row for each organization. The lock on the row keeps the feed numbers in commit order. */
export const feedCounters = pgTable('feed_counters', {
  organizationId: uuid()
    .primaryKey()
    .references(() => organizations.id),
  seq: bigint({ mode: 'number' }).notNull(),
  /** Deletions up to this number, and fingerprints below it, are not kept. An older cursor needs a snapshot. */
  horizon: bigint({ mode: 'number' }).notNull().default(0),
})

/** Fingerprint of each number. It reveals a cursor that has the same number but comes from another history. */
export const feedCommits = pgTable(
  'feed_commits',
  {
    organizationId: uuid().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    fingerprint: uuid().notNull(),
    committedAt: timeColumn().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.seq] })],
)

/** First seal of a till that the audit log does not have, with its number and time. */
/** First seal of a till that the audit log does not have, with its number and time. */
export interface SealDifference {
  /**
   * `restored`: the log ends before the seal, or has a later seal with this number, as after a restore of the
   * database.
   */
  kind: 'rewritten' | 'restored'
  seal: number
  at: string
}

export const devices = pgTable(
  'devices',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    retailPointId: uuid().notNull(),
    name: text().notNull(),
    series: text().notNull(),
    secretHash: bytes().notNull(),
    agentVersion: text().notNull(),
    enrolledAt: timeColumn().notNull().defaultNow(),
    revokedAt: timeColumn(),
    /** Device that this one replaced. It can recall the sales of that device. */
    replacesDeviceId: uuid(),
    lastContactAt: timeColumn(),
    report: jsonColumn<AgentReport>(),
    reportedAt: timeColumn(),
    /**
     * Runs of the agent, newest first. If an earlier run appears again, there is a second agent with the same
     * identity.
     */
    bootIds: jsonColumn<string[]>().notNull().default([]),
    /** Time when two agents with this identity were detected. Reset to null when a user has resolved it. */
    clonedAt: timeColumn(),
    /**
     * Time when the device was asked for its seals of the audit log. `sealsToldAt` is the time when it had
     * sent all of them.
     */
    sealsAskedAt: timeColumn(),
    sealsToldAt: timeColumn(),
    sealsHeld: integer().notNull().default(0),
    sealDifference: jsonColumn<SealDifference>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('devices_series_key').on(table.organizationId, table.series),
    foreignKey({
      columns: [table.organizationId, table.retailPointId],
      foreignColumns: [retailPoints.organizationId, retailPoints.id],
    }),
  ],
)

/**
 * Chains of sequence numbers of a device (shared/sync/upload.ts, Chain). The first chain has the id of the
 * device.
 */
export const deviceChains = pgTable(
  'device_chains',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    deviceId: uuid().notNull(),
    series: text().notNull(),
    reason: text().$type<ChainReason>().notNull(),
    /** For a chain that the hub issued after a fork, the agent run that received it. */
    bootId: text(),
    createdAt: timeColumn().notNull().defaultNow(),
    /** All sequence numbers up to this one have been received. */
    watermark: integer().notNull().default(0),
    /** Highest number received. `headHash` is its hash, which the next item must refer to. */
    highest: integer().notNull().default(0),
    headHash: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    index('device_chains_device_idx').on(table.organizationId, table.deviceId),
  ],
)

export type ChainReason = 'enrolled' | 'journal_lost' | 'journal_restored' | 'fork'

export type CustodyStatus = 'received' | 'posted' | 'held' | 'quarantined'
export interface Reason {
  code: string
  detail: string
  /** Missing in flags of earlier versions. */
  values?: FlagValues | undefined
  product?: FlaggedProduct | undefined
}

/**
 * Custody: the unchanged bytes of every item that a till has sent, stored before any check. The id is unique
 * forever (docs/sync.md I-8). Another body with a known id is kept in upload_conflicts.
 */
export const uploads = pgTable(
  'uploads',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    deviceId: uuid().notNull(),
    chainId: uuid().notNull(),
    /** Null when the item had no readable number. */
    seq: integer(),
    type: text().notNull(),
    prevHash: text().notNull(),
    hash: text().notNull(),
    bytes: bytes().notNull(),
    receivedAt: timeColumn().notNull().defaultNow(),
    status: text().$type<CustodyStatus>().notNull(),
    reasons: jsonColumn<Reason[]>().notNull().default([]),
    /** A user's correction of an unreadable body. The received bytes stay unchanged. */
    correctedBody: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.chainId],
      foreignColumns: [deviceChains.organizationId, deviceChains.id],
    }),
    index('uploads_chain_idx').on(table.organizationId, table.chainId, table.seq),
    index('uploads_device_idx').on(table.organizationId, table.deviceId, table.id),
    index('uploads_open_idx').on(table.organizationId, table.receivedAt).where(sql`status <> 'posted'`),
  ],
)

export const uploadConflicts = pgTable(
  'upload_conflicts',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    hash: text().notNull(),
    deviceId: uuid().notNull(),
    seq: integer(),
    bytes: bytes().notNull(),
    receivedAt: timeColumn().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id, table.hash] }),
    foreignKey({
      columns: [table.organizationId, table.id],
      foreignColumns: [uploads.organizationId, uploads.id],
    }),
  ],
)

export type WorkItemKind = 'quarantined' | 'conflict' | 'flagged' | 'fork' | 'clone' | 'hole'

/**
 * Work list of head office (hub/features/fleet/work-list). A user resolves an item with a note, or it is
 * resolved automatically when a retry posts the upload. Items are never deleted.
 */
export const workItems = pgTable(
  'work_items',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    kind: text().$type<WorkItemKind>().notNull(),
    /** Key of the subject, so that the same problem is listed only once. See openWorkItem. */
    subject: text().notNull(),
    deviceId: uuid(),
    uploadId: uuid(),
    /** For a conflict, the hash of the other body. */
    conflictHash: text(),
    reasons: jsonColumn<Reason[]>().notNull().default([]),
    openedAt: timeColumn().notNull().defaultNow(),
    settledAt: timeColumn(),
    /** User who resolved the item. Null when it was resolved automatically. */
    settledById: uuid(),
    settledByName: text(),
    note: text(),
    version: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('work_items_subject_key').on(table.organizationId, table.kind, table.subject),
    index('work_items_open_idx').on(table.organizationId, table.openedAt).where(sql`settled_at is null`),
    index('work_items_upload_idx').on(table.organizationId, table.uploadId),
  ],
)
