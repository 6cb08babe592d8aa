import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AgentReport } from '#shared/sync/report.ts'
import type { UploadRequest } from '#shared/sync/upload.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { HubRequest } from '../hub-link/hub-client.ts'
import { tellChains, tellRecalled } from './told-chains.ts'
import type { SentItem } from './upload-batch.ts'

const compress = promisify(gzip)

export interface RequestParts {
  journal: JournalReader
  bootId: string
  items: readonly SentItem[]
  /** How the agent is; null when it is not the time to say it. */
  report: AgentReport | null
  /** With nothing that can be spared: what the hub goes on refusing is tried like this. */
  isBare: boolean
}

/** An upload as it goes to `POST /api/pos/v1/sales`: gzipped, unless bare. */
export async function encodeUpload(parts: RequestParts): Promise<Pick<HubRequest, 'headers' | 'body'>> {
  const { journal, bootId, items, report, isBare } = parts
  const request: UploadRequest = {
    bootId,
    chains: tellChains(journal, isBare),
    ...(!isBare && { recalled: tellRecalled(journal) }),
    ...(!isBare && report && { report: whatIsReadable(report) }),
    sales: items.map(({ item }) => item),
  }
  const text = JSON.stringify(request)
  const headers = { 'Content-Type': 'application/json' }
  if (isBare) return { headers, body: text }
  return { headers: { ...headers, 'Content-Encoding': 'gzip' }, body: await compress(text) }
}

/** A member that a damaged file has spoilt would cost the hub the whole report. */
function whatIsReadable(report: AgentReport): AgentReport {
  const readable = Object.entries(AgentReport.shape).filter(
    ([member, schema]) => schema.safeParse(report[member as keyof AgentReport]).success,
  )
  return Object.fromEntries(readable.map(([member]) => [member, report[member as keyof AgentReport]]))
}
