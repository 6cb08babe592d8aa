import type { z } from 'zod'
import type { Body, WorkItem, WorkItemDetail } from '#shared/contracts/fleet/work-list.ts'
import type { FullWorkItem, StoredBody, WorkItemRow } from './queries.ts'

export function presentWorkItem({ item, ...row }: WorkItemRow): WorkItem {
  return {
    id: item.id,
    version: item.version,
    kind: item.kind,
    reasons: item.reasons,
    openedAt: item.openedAt.toISOString(),
    settledAt: item.settledAt?.toISOString() ?? null,
    settledByName: item.settledByName,
    note: item.note,
    device:
      item.deviceId && row.device
        ? { id: item.deviceId, ...row.device, retailPointName: row.retailPointName ?? '' }
        : null,
    upload:
      item.uploadId && row.upload
        ? {
            id: item.uploadId,
            ...row.upload,
            receivedAt: row.upload.receivedAt.toISOString(),
            receiptNumber: row.receiptNumber,
          }
        : null,
  }
}

export function presentWorkItemDetail({ row, body, otherBody, correctedBody }: FullWorkItem): WorkItemDetail {
  return {
    ...presentWorkItem(row),
    body: body ? presentBody(body) : null,
    otherBody: otherBody ? presentBody(otherBody) : null,
    correctedBody,
  }
}

function presentBody({ hash, shown, length }: StoredBody): z.infer<typeof Body> {
  return { hash, bytes: length, text: textOf(shown, shown.length < length), base64: shown.toString('base64') }
}

/** Decodes UTF-8, or returns null for other bytes. Drops an incomplete character at the end of a truncated body. */
function textOf(bytes: Buffer, isCut: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return null
  }
}
