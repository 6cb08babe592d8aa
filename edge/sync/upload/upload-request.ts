import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AgentReport } from '#shared/sync/report.ts'
import type { UploadRequest } from '#shared/sync/upload.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { HubRequest } from '../hub-link/hub-client.ts'
import { reportChains, reportRecalled } from './report-chains.ts'
import type { SentItem } from './upload-batch.ts'

const compress = promisify(gzip)

export interface RequestParts {
  journal: JournalReader
  bootId: string
  items: readonly SentItem[]
  /** Report on the agent, or null when it is not due. */
  report: AgentReport | null
  /** True for a request without optional parts, which is tried after repeated refusals. */
  isBare: boolean
}

/** Encodes an upload for `POST /api/pos/v1/sales`. It is gzipped unless the request is bare. */
export async function encodeUpload(parts: RequestParts): Promise<Pick<HubRequest, 'headers' | 'body'>> {
  const { journal, bootId, items, report, isBare } = parts
  const request: UploadRequest = {
    bootId,
    chains: reportChains(journal, isBare),
    ...(!isBare && { recalled: reportRecalled(journal) }),
    ...(!isBare && report && { report: whatIsReadable(report) }),
    sales: items.map(({ item }) => item),
  }
  const text = JSON.stringify(request)
  const headers = { 'Content-Type': 'application/json' }
  if (isBare) return { headers, body: text }
  return { headers: { ...headers, 'Content-Encoding': 'gzip' }, body: await compress(text) }
}

/** Omits fields corrupted by a damaged file, because the hub would reject the whole report for one invalid field. */
function whatIsReadable(report: AgentReport): AgentReport {
  const readable = Object.entries(AgentReport.shape).filter(
    ([member, schema]) => schema.safeParse(report[member as keyof AgentReport]).success,
  )
  return Object.fromEntries(readable.map(([member]) => [member, report[member as keyof AgentReport]]))
}
