import { expect } from 'vitest'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { MOYSKLAD_TOKEN, MoySkladServer } from '#test/support/moysklad-server.ts'
import { until } from '#test/support/until.ts'

export const SETTINGS = '/api/admin/extsys/settings'
export const STATUS = '/api/extsys/sync-status'
export const IMPORT_COUNTERPARTIES = '/api/admin/extsys/import-counterparties'
export const IMPORT_PRODUCTS = '/api/admin/extsys/import-products'
export const TOKEN = { authKind: 'Token', login: null, secret: MOYSKLAD_TOKEN }

/** Returns the MoySklad record id with the given short number. */
export const id = (n: number): string => `0a0b0c0d-0000-4000-8000-${String(n).padStart(12, '0')}`

export const countsOf = (created: number, updated: number, unchanged: number, skipped = 0, failed = 0) => ({
  created,
  updated,
  unchanged,
  skipped,
  failed,
})

/** A hub that imports from a MoySklad test server. */
export class ExtsysHub implements AsyncDisposable {
  readonly server: MoySkladServer
  readonly door: TestHub

  private constructor(server: MoySkladServer, door: TestHub) {
    this.server = server
    this.door = door
  }

  static async start(): Promise<ExtsysHub> {
    const server = await MoySkladServer.start()
    const door = await startTestHub({
      moySkladUrl: server.url,
      pace: 0.01,
      fetchableAddresses: ['127.0.0.1'],
    })
    return new ExtsysHub(server, door)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.door[Symbol.asyncDispose]()
    await this.server[Symbol.asyncDispose]()
  }

  async set({ api }: Organization, changes: object) {
    const { updatedAt: _, ...settings } = (await api.get(SETTINGS)).body
    return api.put(SETTINGS, { ...settings, ...changes })
  }

  async connected(country = 'RU'): Promise<Organization> {
    const shop = await signUp(this.door, { country })
    expect((await this.set(shop, TOKEN)).status).toBe(200)
    return shop
  }

  /** Starts an import and waits for its end. */
  async imported({ api }: Organization, path: string, body: object = {}) {
    const started = await api.post(path, body)
    expect(started.status).toBe(200)
    const entity = started.body.entity.toLowerCase()
    return until('the import has ended', async () => {
      const { lastRun, changedUntil } = (await api.get(STATUS)).body[entity]
      return lastRun.id === started.body.id && !['Queued', 'Running'].includes(lastRun.status)
        ? { ...lastRun, changedUntil }
        : false
    })
  }

  /** Makes MoySklad fail once on the page at the given offset. */
  breakOnceAt(path: string, offset: number): void {
    let times = 0
    this.server.onRequest = (requested) =>
      requested === path && this.server.requested.at(-1)?.includes(`offset=${offset}`) && times++ === 0
        ? { status: 403 }
        : undefined
  }

  /** Retries a failed import and waits for its end. */
  async goneOn({ id: runId, jobId }: { id: string; jobId: string }, { api }: Organization) {
    expect((await api.post(`/api/admin/jobs/${jobId}/retry`, {})).status).toBe(200)
    return until('it has ended', async () => {
      const { counterparties, products } = (await api.get(STATUS)).body
      const run = [counterparties.lastRun, products.lastRun].find((each) => each?.id === runId)
      return run?.status === 'Done' && run
    })
  }

  money(value: number, currency = 'rub') {
    return { value, currency: this.server.ref('currency', currency) }
  }

  price(name: string, value: number, currency?: string) {
    return { ...this.money(value, currency), priceType: { id: name, name } }
  }

  /** Returns a MoySklad product with typical fields. */
  tea(changes: object = {}) {
    return {
      id: id(101),
      name: 'Чай чёрный',
      code: 'T-1',
      article: 'TEA',
      externalCode: 'tea',
      pathName: 'Бакалея/Чай',
      uom: { name: 'шт' },
      vat: 10,
      vatEnabled: true,
      description: 'в пачках',
      buyPrice: this.money(5012.34),
      minPrice: this.money(9000),
      minimumBalance: 5,
      weight: 0.1,
      volume: 0.002,
      barcodes: [{ ean13: '4006381333931' }],
      salePrices: [this.price('Цена продажи', 12050), this.price('Опт', 10000)],
      supplier: { name: 'ООО Лист' },
      country: { name: 'Индия' },
      trackingType: 'NOT_TRACKED',
      updated: '2026-11-01 10:00:00.000',
      ...changes,
    }
  }

  /** Adds the MoySklad records that products refer to. */
  fillDictionaries(): void {
    const { server } = this
    server.priceTypes = [
      { id: '1', name: 'Цена продажи' },
      { id: '2', name: 'Опт' },
    ]
    server.entities.set(
      'currency',
      ['RUB', 'USD'].map((isoCode) => {
        const currency = isoCode.toLowerCase()
        return { id: currency, isoCode, ...server.ref('currency', currency) }
      }),
    )
    server.entities.set('store', [
      { id: id(801), name: 'Основной склад' },
      { id: id(802), name: 'Дальний' },
    ])
  }

  async product(which: number, { api }: Organization) {
    return (await api.get(`/api/catalog/products/${id(which)}`)).body
  }
}
