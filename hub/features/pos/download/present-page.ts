import { DOWNLOAD_SCHEMAS } from '#shared/sync/download.ts'
import { DOWNLOAD_LISTS, type DownloadPage } from '#shared/sync/download-page.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'
import type { Page } from './read-page.ts'
import { presentPut } from './replica-lines.ts'

/** Returns the page in the format of the API, including empty lists. */
export function presentPage(
  { isBeginning, puts, deletions, cursor }: Page,
  encoded: string,
  receiptsSince: Date | null,
): DownloadPage {
  const lists = Object.fromEntries(Object.values(DOWNLOAD_LISTS).map((list) => [list, [] as object[]]))
  const deleted = Object.fromEntries(Object.values(DOWNLOAD_LISTS).map((list) => [list, [] as string[]]))
  const listOf = (kind: ReplicaKind) => DOWNLOAD_LISTS[kind]
  for (const put of puts) {
    const { t, id, v } = presentPut(put, DOWNLOAD_SCHEMAS.newest)
    lists[listOf(t)]?.push(t === 'stock' ? { productId: id, ...v } : { id, ...v })
  }
  for (const { kind, id } of deletions) deleted[listOf(kind)]?.push(id)
  return {
    schema: DOWNLOAD_SCHEMAS.newest,
    serverTime: new Date().toISOString(),
    cursor: encoded,
    full: isBeginning,
    more: cursor.page !== undefined,
    ...(receiptsSince && { receiptsSince: receiptsSince.toISOString() }),
    ...lists,
    deleted,
  } as DownloadPage
}
