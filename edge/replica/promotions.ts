import type { ActivePromotion } from '#shared/pricing/promotions/model.ts'
import { readPromotion } from '#shared/pricing/promotions/read-promotion.ts'
import { ReplicaPromotion } from '#shared/sync/download.ts'
import type { Db } from '../sqlite/open.ts'
import { readRecord, refuseNul } from './damaged-record.ts'

export class PromotionsReader {
  readonly #db
  readonly #all
  /** Cached promotions, reused for all cart changes until a download changes the file. There can be hundreds. */
  #known: { version: unknown; promotions: ActivePromotion[] } | null = null

  constructor(db: Db) {
    this.#db = db
    this.#all = db.prepare<[], { id: string; body: string }>('SELECT id, body FROM promotions ORDER BY id')
  }

  /** Lists the active promotions, regardless of time and place. */
  list(): readonly ActivePromotion[] {
    const version = this.#db.pragma('data_version', { simple: true })
    if (this.#known && this.#known.version === version) return this.#known.promotions
    const promotions = this.#all
      .all()
      .map(read)
      .filter(({ isActive }) => isActive)
    this.#known = { version, promotions }
    return promotions
  }
}

const read = (row: { id: string; body: string }): ActivePromotion => {
  const { id, body } = refuseNul(row)
  return readRecord(() => readPromotion(id, ReplicaPromotion.parse(JSON.parse(body))))
}
