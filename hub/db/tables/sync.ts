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
 * The change feed (docs/sync.md#feed). Triggers on the tables that tills hold put (kind, entity) here with
 * seq null; the last statement of the transaction takes the next number of the organization and gives it to all of
 * them. It holds each entity once, with the number of its latest change, so it does not grow with time.
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

/** One row per organization: its lock makes the numbers of the feed come out in the order of commits. */
export const feedCounters = pgTable('feed_counters', {
  organizationId: uuid()
    .primaryKey()
    .references(() => organizations.id),
  seq: bigint({ mode: 'number' }).notNull(),
  /** Deletions up to here, and fingerprints below it, are no longer kept: an older cursor needs a snapshot. */
  horizon: bigint({ mode: 'number' }).notNull().default(0),
})

/** The fingerprint of each number: a cursor from another history of the same number is found out. */
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

/** An edge agent, enrolled at a retail point. Its secret is random, so a plain SHA-256 guards it. */
/** The first seal at a till that the audit log does not have: its number and time. */
export interface SealDifference {
  /** `restored`: the log ends before it, or has another of the number that was made later; as after a restore of the database. */
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
    /** The device whose place it took: it may recall that one's sales. */
    replacesDeviceId: uuid(),
    lastContactAt: timeColumn(),
    report: jsonColumn<AgentReport>(),
    reportedAt: timeColumn(),
    /** Runs of the agent, newest first: an earlier one that comes back is a second agent with the same identity. */
    bootIds: jsonColumn<string[]>().notNull().default([]),
    /** When two agents with this identity were detected; null again when a person has settled it. */
    clonedAt: timeColumn(),
    /** When it was asked for the seals of the audit log that it holds, and when it had handed all of them back. */
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

/** The runs of sequence numbers of a device (shared/sync/upload.ts, Chain). The first has the id of the device. */
export const deviceChains = pgTable(
  'device_chains',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    deviceId: uuid().notNull(),
    series: text().notNull(),
    reason: text().$type<ChainReason>().notNull(),
    /** For a chain that the hub gave out after a fork: the run of the agent it was given to. */
    bootId: text(),
    createdAt: timeColumn().notNull().defaultNow(),
    /** Every sequence number up to here has been received. */
    watermark: integer().notNull().default(0),
    /** The highest that has been received, and its hash: the next one must name it. */
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
  /** Absent in those of earlier versions. */
  values?: FlagValues | undefined
  product?: FlaggedProduct | undefined
}

/**
 * Custody: the bytes of every item a till has sent, exactly as sent, before anyone judges them. The id is unique for
 * ever (docs/sync.md I-8); another body under a known id is kept in upload_conflicts.
 */
export const uploads = pgTable(
  'uploads',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    deviceId: uuid().notNull(),
    chainId: uuid().notNull(),
    /** null when the item had no readable one. */
    seq: integer(),
    type: text().notNull(),
    prevHash: text().notNull(),
    hash: text().notNull(),
    bytes: bytes().notNull(),
    receivedAt: timeColumn().notNull().defaultNow(),
    status: text().$type<CustodyStatus>().notNull(),
    reasons: jsonColumn<Reason[]>().notNull().default([]),
    /** What a person made of an unreadable body; the bytes stay as they came. */
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
 * What a person at head office has to look at (hub/features/fleet/work-list). It is settled by a person's note, or by
 * itself when a retry posts the upload; it is never deleted.
 */
export const workItems = pgTable(
  'work_items',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    kind: text().$type<WorkItemKind>().notNull(),
    /** What it is about, so that the same thing is on the list once: see openWorkItem. */
    subject: text().notNull(),
    deviceId: uuid(),
    uploadId: uuid(),
    /** Of the other body, for a conflict. */
    conflictHash: text(),
    reasons: jsonColumn<Reason[]>().notNull().default([]),
    openedAt: timeColumn().notNull().defaultNow(),
    settledAt: timeColumn(),
    /** The person; null when it settled by itself. */
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
