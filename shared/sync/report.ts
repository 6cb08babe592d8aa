import { z } from 'zod'
import { UtcTime } from '#shared/contracts/common.ts'

/**
 * How an agent is: sent with an upload, at least every REPORT_EVERY_MS, for head office's view of the fleet. Every
 * member may be missing: a report is never a reason to refuse what comes with it.
 */
export const AgentReport = z
  .object({
    agentVersion: z.string().max(50),
    hostName: z.string().max(255),
    platform: z.string().max(100),
    startedAt: UtcTime,
    waiting: z.int().min(0).meta({ description: 'Items in the outbox' }),
    oldestWaitingAt: UtcTime.nullable(),
    clockOffsetMs: z.number().nullable().meta({ description: 'Hub time minus local time, as last measured' }),
    replicaFreshAt: UtcTime.nullable().meta({
      description: 'When the replica was last known to equal the hub',
    }),
    productCount: z.int().min(0),
    diskFreeBytes: z.number().min(0).nullable(),
    journalBytes: z.number().min(0),
    replicaBytes: z.number().min(0),
    lastBackupAt: UtcTime.nullable(),
    unprinted: z.int().min(0).meta({ description: 'Receipts whose printing nobody has confirmed' }),
    troubles: z
      .array(z.object({ code: z.string().max(50), since: UtcTime, detail: z.string().max(500) }))
      .max(20),
  })
  .partial()
  .meta({ id: 'AgentReport' })
export type AgentReport = z.infer<typeof AgentReport>

export const REPORT_EVERY_MS = 60_000
