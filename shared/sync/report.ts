import { z } from 'zod'
import { ClockTime, integer, textOfTill } from '#shared/domain/fields.ts'

/**
 * State of an agent, sent with an upload at least every REPORT_EVERY_MS for the overview of tills at head
 * office. Every member is optional: an upload is never refused because of its report.
 */
export const AgentReport = z
  .object({
    agentVersion: textOfTill(50),
    hostName: textOfTill(255),
    platform: textOfTill(100),
    startedAt: ClockTime,
    waiting: integer(0).meta({ description: 'Number of items in the outbox' }),
    oldestWaitingAt: ClockTime.nullable(),
    clockOffsetMs: z.number().nullable().meta({ description: 'Hub time minus local time, as last measured' }),
    /** Last time at which the replica was known to match the hub. */
    replicaFreshAt: ClockTime.nullable(),
    productCount: integer(0),
    diskFreeBytes: z.number().min(0).nullable(),
    journalBytes: z.number().min(0),
    replicaBytes: z.number().min(0),
    lastBackupAt: ClockTime.nullable(),
    unprinted: integer(0).meta({ description: 'Number of receipts whose printing is unconfirmed' }),
    troubles: z.array(z.object({ code: textOfTill(50), since: ClockTime, detail: textOfTill(500) })).max(20),
  })
  .partial()
  .meta({ id: 'AgentReport' })
export type AgentReport = z.infer<typeof AgentReport>

export const REPORT_EVERY_MS = 60_000
