import { beforeAll, describe, expect, it } from 'vitest'
import { TillReasons } from '#shared/domain/till-reasons.ts'
import { ReplicaSettings } from '#shared/sync/download.ts'
import { enrolDevice } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

const PATH = '/api/organization/settings'

describe('till reasons', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })
  const put = async (changes: object) => {
    const { body } = await shop.api.get(PATH)
    return shop.api.put(PATH, { ...body, ...changes })
  }

  it('sends reasons to tills in the order set by head office', async () => {
    const device = await enrolDevice(door, shop)
    const sync = async (cursor?: unknown) => {
      const { lines, footer } = await device.download(
        cursor ? `?cursor=${encodeURIComponent(String(cursor))}` : '',
      )
      const { v } = (lines.find((line) => line.t === 'settings') ?? {}) as { v?: ReplicaSettings }
      return { v, cursor: footer.cursor }
    }
    const first = await sync()
    expect(first.v).toMatchObject({ tillReasons: TillReasons.parse({}), onlyListedReasons: false })
    const cashOut = ['Water', 'Cleaning', 'Bank']
    expect((await put({ tillReasons: { cashOut, discount: ['Old stock'] } })).status).toBe(200)
    const { v } = await sync(first.cursor)
    expect(v).toMatchObject({ tillReasons: { cashOut, discount: ['Old stock'], return: [] } })
    // The till computes the digest of the parsed record, and the hub that of the sent record. A different key
    // order would make the digests differ permanently.
    const { tillReasons } = ReplicaSettings.parse(v)
    expect(JSON.stringify(v)).toContain(JSON.stringify(tillReasons))
    expect((await put({ onlyListedReasons: true })).status).toBe(200)
    expect((await sync(first.cursor)).v).toMatchObject({ onlyListedReasons: true })
  })

  it.each([
    ['twice', { discount: ['Friend', 'friend'] }, '#/tillReasons/discount'],
    ['that is empty', { removal: ['A', ' '] }, '#/tillReasons/removal/1'],
    ['of 61 letters', { return: ['x'.repeat(61)] }, '#/tillReasons/return/0'],
    ['that is not a text', { cashIn: [5] }, '#/tillReasons/cashIn/0'],
    ['more than twelve', { cashIn: Array.from({ length: 13 }, (_, i) => `No ${i}`) }, '#/tillReasons/cashIn'],
    ['for an unknown purpose', { nothing: ['A'] }, '#/tillReasons/nothing'],
  ])('refuses reasons with one %s', async (_, tillReasons, pointer) => {
    const { status, body } = await put({ tillReasons })
    expect([status, body.errors?.[0].pointer]).toEqual([400, pointer])
  })

  it('records changed till reasons in the audit log', async () => {
    await put({ tillReasons: { openDrawer: ['Count'] } })
    const { body } = await shop.api.get('/api/admin/audit-log?pageSize=5')
    expect(JSON.stringify(body.items)).toContain('Count')
  })
})
