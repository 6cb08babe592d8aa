import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { startHub } from '#hub/hub.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { newId } from '#shared/std/ids.ts'
import { type Answer, type ApiClient, type Organization, signUp, startTestHub } from '#test/support/hub.ts'
import { hireAllowed, signIn } from '#test/support/people.ts'

const EMPLOYEES = '/api/organization/employees'
const TOO_MANY = { status: 429, body: { code: 'too_many_attempts' } }
const TAKEN = { status: 409, body: { code: 'duplicate', errors: [{ pointer: '#/posPin' }] } }

/** Attack of an administrator who tries to infer the PINs of colleagues from the PINs that are refused as taken. */
describe('PINs of colleagues', () => {
  async function open() {
    const door = await startTestHub()
    await door.hub.stop()
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    door.hub = await startHub(door.config, log)
    const shop = await signUp(door)
    const { items } = (await shop.api.get('/api/organization/employee-roles?pageSize=100')).body
    const roleId: string = items.find(({ name }: { name: string }) => name === 'Cashier').id
    const hire = (api: ApiClient, posPin: string): Promise<Answer> =>
      api.post(EMPLOYEES, { lastName: 'Cashier', roleId, posPin })
    const administrator = async (of: Organization) =>
      signIn(
        door,
        await hireAllowed(
          door,
          of,
          `Administrator ${newId()}`,
          PERMISSIONS.filter((each) => each !== 'pos.sync'),
        ),
      )
    return {
      door,
      shop,
      hire,
      administrator,
      lines,
      [Symbol.asyncDispose]: () => door[Symbol.asyncDispose](),
    }
  }
  /** Returns a free PIN that is not among the commonly guessed ones. */
  const pinAt = (index: number) => `73${String(1000 + index * 7)}`

  it('reveals a taken PIN five times an hour, then refuses taken and free PINs alike and logs the attempts', async () => {
    await using opened = await open()
    const { shop, hire, administrator, lines } = opened
    const taken = ['2580', '3690', '4826', '5937', '6048', '7159']
    for (const pin of taken) expect((await hire(shop.api, pin)).status).toBe(201)
    const guesser = await administrator(shop)
    const own = (await hire(guesser, pinAt(0))).body
    const change = (posPin: string) => guesser.put(`${EMPLOYEES}/${own.id}`, { ...own, posPin })
    for (const pin of taken.slice(0, 3)) expect(await hire(guesser, pin)).toMatchObject(TAKEN)
    for (const pin of taken.slice(3, 5)) expect(await change(pin)).toMatchObject(TAKEN)
    for (const pin of [taken[5] ?? '', pinAt(1)]) {
      expect(await hire(guesser, pin)).toMatchObject(TOO_MANY)
      expect(await change(pin)).toMatchObject(TOO_MANY)
    }
    const received = lines.filter(({ event }) => event === 'pin_taken')
    expect(received).toHaveLength(5)
    expect(received.every(({ organization }) => organization === shop.organizationId)).toBe(true)
    expect(lines.some(({ event }) => event === 'attempts_refused')).toBe(true)
    expect(taken.filter((pin) => JSON.stringify(lines).includes(`"${pin}"`))).toEqual([])
    // Other users of the organization, and changes without a PIN, are still allowed.
    expect((await hire(shop.api, pinAt(2))).status).toBe(201)
    const { posPin: _, ...kept } = own
    expect((await guesser.put(`${EMPLOYEES}/${own.id}`, kept)).status).toBe(200)
  })

  it('allows 30 PIN changes an hour, even with concurrent requests', async () => {
    await using opened = await open()
    const { shop, hire } = opened
    for (let index = 0; index < 28; index += 1) expect((await hire(shop.api, pinAt(index))).status).toBe(201)
    const last = await Promise.all([28, 29, 30, 31].map((index) => hire(shop.api, pinAt(index))))
    expect(last.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429])
  })

  it('accepts a PIN that is taken in another organization', async () => {
    await using opened = await open()
    const { door, shop, hire } = opened
    const other = await signUp(door)
    const { items } = (await other.api.get('/api/organization/employee-roles?pageSize=100')).body
    expect((await hire(shop.api, '2580')).status).toBe(201)
    const theirs = { lastName: 'Cashier', roleId: items[0].id, posPin: '2580' }
    expect((await other.api.post(EMPLOYEES, theirs)).status).toBe(201)
  })
})
