import { z } from 'zod'
import { ClockTime, integer, toldText } from '#shared/contracts/common.ts'

/**
 * How an agent is: sent with an upload, at least every REPORT_EVERY_MS, for head office's view of the fleet. Every
 * member may be missing: a report is never a reason to refuse what comes with it.
 */
export const AgentReport = z
  .object({
    agentVersion: toldText(50),
    hostName: toldText(255),
    platform: toldText(100),
    startedAt: ClockTime,
    waiting: integer(0).meta({ description: 'Items in the outbox' }),
    oldestWaitingAt: ClockTime.nullable(),
    clockOffsetMs: z.number().nullable().meta({ description: 'Hub time minus local time, as last measured' }),
    /** When the replica was last known to equal the hub. */
    replicaFreshAt: ClockTime.nullable(),
    productCount: integer(0),
    diskFreeBytes: z.number().min(0).nullable(),
    journalBytes: z.number().min(0),
    replicaBytes: z.number().min(0),
    lastBackupAt: ClockTime.nullable(),
    unprinted: integer(0).meta({ description: 'Receipts whose printing nobody has confirmed' }),
    troubles: z.array(z.object({ code: toldText(50), since: ClockTime, detail: toldText(500) })).max(20),
  })
  .partial()
  .meta({ id: 'AgentReport' })
export type AgentReport = z.infer<typeof AgentReport>

export const REPORT_EVERY_MS = 60_000
