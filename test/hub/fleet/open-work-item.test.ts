import { describe, expect, it } from 'vitest'
import { openWorkItems, settleByItself } from '#hub/features/work-items/open-work-item.ts'
import { newId } from '#shared/std/ids.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { itemAbout, open, within } from './custody.ts'

const WRONG = [{ code: 'price_differs', detail: 'Sold at 1' }]
const WORSE = [{ code: 'price_differs', detail: 'Sold at 2' }]

describe('work items', () => {
  const door = useHub()

  const flag = (shop: Organization, subject: string, reasons = WRONG) =>
    open(door, shop, { kind: 'flagged', subject, reasons })
  const settleByPerson = async (shop: Organization, subject: string) => {
    const { id, version } = await itemAbout(door, shop, subject)
    const answer = await shop.api.post(`/api/sync/work-list/${id}/settle`, { version, note: 'looked at' })
    expect(answer.status).toBe(200)
  }
  const settleAlone = (shop: Organization, subject: string) =>
    within(door, shop, (tx) => settleByItself(tx, { kind: 'flagged', subject }))

  it('opens only one work item per subject', async () => {
    const shop = await signUp(door)
    const subject = newId()
    await flag(shop, subject)
    const first = await itemAbout(door, shop, subject)
    await flag(shop, subject)
    expect(await itemAbout(door, shop, subject)).toEqual(first)
    expect((await shop.api.get('/api/sync/work-list')).body.total).toBe(1)
  })

  it('updates the reasons of an open work item', async () => {
    const shop = await signUp(door)
    const subject = newId()
    await flag(shop, subject)
    const { openedAt } = await itemAbout(door, shop, subject)
    await flag(shop, subject, WORSE)
    expect(await itemAbout(door, shop, subject)).toMatchObject({ reasons: WORSE, version: 2, openedAt })
  })

  it('does not reopen a work item settled by a user when the same problem is reported again', async () => {
    const shop = await signUp(door)
    const subject = newId()
    await flag(shop, subject)
    await settleByPerson(shop, subject)
    await flag(shop, subject)
    await settleAlone(shop, subject)
    expect(await itemAbout(door, shop, subject)).toMatchObject({
      settledAt: expect.any(Date),
      settledByName: 'Owner',
      version: 2,
    })
  })

  it('does not reopen a settled work item when a later hub version reports the same reasons with more values', async () => {
    const shop = await signUp(door)
    const [settled, open] = [newId(), newId()]
    for (const subject of [settled, open]) await flag(shop, subject)
    await settleByPerson(shop, settled)
    const changedReasons = WRONG.map((reason) => ({ ...reason, values: { price: 1, catalogPrice: 2 } }))
    for (const subject of [settled, open]) await flag(shop, subject, changedReasons)
    expect(await itemAbout(door, shop, settled)).toMatchObject({ settledByName: 'Owner', reasons: WRONG })
    expect(await itemAbout(door, shop, open)).toMatchObject({ settledAt: null, reasons: changedReasons })
  })

  it('opens a work item again for different reasons', async () => {
    const shop = await signUp(door)
    const subject = newId()
    await flag(shop, subject)
    await settleByPerson(shop, subject)
    await flag(shop, subject, WORSE)
    expect(await itemAbout(door, shop, subject)).toMatchObject({
      settledAt: null,
      settledByName: null,
      note: 'looked at',
      version: 3,
    })
  })

  it('opens a work item again when it was settled automatically', async () => {
    const shop = await signUp(door)
    const subject = newId()
    await flag(shop, subject)
    await settleAlone(shop, subject)
    expect(await itemAbout(door, shop, subject)).toMatchObject({ settledAt: expect.any(Date), version: 2 })
    await flag(shop, subject)
    expect(await itemAbout(door, shop, subject)).toMatchObject({ settledAt: null, version: 3 })
  })

  it('opens and settles thousands of work items in concurrent batches', async () => {
    const shop = await signUp(door)
    const items = Array.from({ length: 2500 }, () => ({
      kind: 'flagged' as const,
      subject: newId(),
      reasons: WRONG,
    }))
    await Promise.all([
      within(door, shop, (tx) => openWorkItems(tx, [...items, ...items])),
      within(door, shop, (tx) => openWorkItems(tx, [...items].reverse())),
    ])
    expect((await shop.api.get('/api/sync/work-list')).body.total).toBe(2500)
    await within(door, shop, (tx) => settleByItself(tx, items))
    expect((await shop.api.get('/api/sync/work-list')).body.total).toBe(0)
    expect((await shop.api.get('/api/sync/work-list?isSettled=true')).body.total).toBe(2500)
  })

  it('accepts empty lists of work items', async () => {
    const shop = await signUp(door)
    await within(door, shop, async (tx) => {
      await openWorkItems(tx, [])
      await settleByItself(tx, [])
    })
    expect((await shop.api.get('/api/sync/work-list')).body.items).toEqual([])
  })
})
