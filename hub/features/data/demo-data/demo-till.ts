import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { takeNumber } from '#hub/db/counters.ts'
import { deviceChains, devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { seriesOf } from '#hub/features/pos/enrolment/series.ts'
import type { PostingContext } from '#hub/features/pos/upload/post-upload.ts'
import { readUpload } from '#hub/features/pos/upload/read-upload.ts'
import { receiveUpload } from '#hub/features/pos/upload/receive-upload.ts'
import { hashInput, UPLOAD_MAX_ITEMS, type UploadItem } from '#shared/sync/upload.ts'

/** Enrolls a device whose secret is discarded, so that nobody can sign in as it. Returns its receipt series. */
export async function enrolDemoTill(
  tx: Tx,
  { id, name, retailPointId }: { id: string; name: string; retailPointId: string },
): Promise<string> {
  const [known] = await tx
    .select({ series: devices.series })
    .from(devices)
    .where(and(eq(devices.organizationId, tx.organizationId), eq(devices.id, id)))
  if (known) return known.series
  const { organizationId } = tx
  const series = seriesOf(await takeNumber(tx, 'device-series'))
  const secretHash = hashSecret(newSecret())
  await tx
    .insert(devices)
    .values({ organizationId, id, retailPointId, name, series, secretHash, agentVersion: 'demo' })
  await tx.insert(deviceChains).values({ organizationId, id, deviceId: id, series, reason: 'enrolled' })
  return series
}

/** Records the operations of the demo till and uploads them like a real till: custody first, then posting. */
export class DemoTill {
  readonly #hub: PostingContext
  readonly #organizationId: string
  readonly #deviceId: string
  #items: UploadItem[] = []
  #seq = 0
  #lastHash = ''

  constructor(hub: PostingContext, organizationId: string, deviceId: string) {
    this.#hub = hub
    this.#organizationId = organizationId
    this.#deviceId = deviceId
  }

  record(
    type: 'sale' | 'shift_opened' | 'shift_closed' | 'cash_movement',
    body: { id: string } & Record<string, unknown>,
  ): void {
    this.#seq += 1
    const unsealed = {
      id: body.id,
      seq: this.#seq,
      type,
      prevHash: this.#lastHash,
      body: JSON.stringify(body),
    }
    this.#lastHash = createHash('sha256').update(hashInput(unsealed)).digest('hex')
    this.#items.push({ ...unsealed, hash: this.#lastHash })
  }

  /**
   * Uploads all items. Throws unless the hub posts all of them at once. Items from an earlier run are
   * accepted as repeats.
   */
  async handOver(): Promise<void> {
    while (this.#items.length > 0) {
      const sales = this.#items.splice(0, UPLOAD_MAX_ITEMS)
      const upload = await readUpload(JSON.stringify({ sales }), this.#deviceId)
      const { results } = await receiveUpload(this.#hub, this.#organizationId, this.#deviceId, upload)
      const failed = results.find(({ result }) => result !== 'accepted' && result !== 'duplicate')
      if (failed)
        throw new Error(`an item of the demo till was ${failed.result}: ${JSON.stringify(failed.reasons)}`)
    }
  }
}
