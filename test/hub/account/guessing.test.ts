import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, ApiClient, OWNER_PASSWORD, signUp, useHub } from '#test/support/hub.ts'

/**
 * Guesses of passwords are rate limited by origin, without locking out users who sign in from their usual
 * address.
 */
describe('a flood of guesses', () => {
  const door = useHub()
  /** Number of the network of the test. Each test uses a separate one, so that tests do not affect each other. */
  let network = 0
  let email: string
  const at = (address: string) => new ApiClient(door).with({ 'X-Forwarded-For': address })
  const signIn = (address: string, password: string, username = email): Promise<Answer> =>
    at(address).token({ grant_type: 'password', username, password })
  const address = (host: number) => `10.${network}.${host >> 8}.${host & 255}`
  const HOME = '203.0.113.7'

  beforeEach(async () => {
    network++
    email = (await signUp(door)).email
  })

  const guess = async (addresses: string[], username = email): Promise<number[]> => {
    const answers = await Promise.all(
      addresses.map((each, index) => signIn(each, `guess number ${index}`, username)),
    )
    return answers.map(({ status }) => status)
  }
  const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
    Array.from({ length: count }, (_, index) => item(index))
  const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length

  it('limits guesses only at the origin from which they come', async () => {
    const statuses = await guess(times(12, () => address(1)))
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([10, 2])
    const refused = await signIn(address(1), OWNER_PASSWORD)
    expect([refused.status, refused.body.error]).toEqual([429, 'slow_down'])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await signIn(address(2), OWNER_PASSWORD)).status).toBe(200)
  })

  it('counts guesses for an email address regardless of letter case and spaces', async () => {
    await guess(times(5, () => address(1)))
    const statuses = await guess(
      times(7, () => address(1)),
      ` ${email.toUpperCase()} `,
    )
    expect(count(statuses, 429)).toBe(2)
  })

  it('limits guesses from many origins without locking out the owner', async () => {
    expect((await signIn(HOME, OWNER_PASSWORD)).status).toBe(200)
    const statuses = await guess(times(80, (host) => address(host)))
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([60, 20])
    // The right password is refused from an unknown address and accepted from the usual address of the owner.
    expect((await signIn(address(200), OWNER_PASSWORD)).status).toBe(429)
    expect((await signIn(HOME, OWNER_PASSWORD)).status).toBe(200)
  })

  it('allows a sign-in from the address of the sign-up during guesses from other origins', async () => {
    const own = `198.51.100.${network}`
    const { email: another } = await signUp(door, {}, own)
    await guess(
      times(80, (host) => address(host)),
      another,
    )
    expect((await signIn(own, OWNER_PASSWORD, another)).status).toBe(200)
  })

  it('allows users to sign in at their usual address after guesses from it', async () => {
    const { email: colleague } = await signUp(door)
    for (const each of [email, colleague])
      expect((await signIn(address(1), OWNER_PASSWORD, each)).status).toBe(200)
    const strangers = await Promise.all(
      times(310, (index) => signIn(address(1), 'a guess', `stranger-${network}-${index}@shop.test`)),
    )
    expect(
      count(
        strangers.map(({ status }) => status),
        429,
      ),
    ).toBe(10)
    for (const each of [email, colleague])
      expect((await signIn(address(1), OWNER_PASSWORD, each)).status).toBe(200)
  })

  it('does not limit sign-ins to other accounts', async () => {
    const { email: another } = await signUp(door)
    await guess(times(80, (host) => address(host)))
    expect((await signIn(address(300), OWNER_PASSWORD, another)).status).toBe(200)
  })

  it('allows a sign-in after the rate limit expires', async () => {
    await guess(times(12, () => address(1)))
    await using owner = await door.database.connect()
    await owner.query(`UPDATE rate_limits SET expire = 0 WHERE key LIKE '%' || $1 || '%'`, [email])
    expect((await signIn(address(1), OWNER_PASSWORD)).status).toBe(200)
  })

  it('does not limit repeated sign-ins with the correct password', async () => {
    // This number exceeds the limit for one account from one origin.
    for (let round = 0; round < 35; round++)
      expect((await signIn(address(1), OWNER_PASSWORD)).status).toBe(200)
  })

  it('counts guesses from an IPv6 /64 network together', async () => {
    const statuses = await guess(times(12, (host) => `2001:db8:${network}:7::${host + 1}`))
    expect(count(statuses, 429)).toBe(2)
    expect((await signIn(`2001:db8:${network}:8::1`, OWNER_PASSWORD)).status).toBe(200)
  })

  it('limits sign-ins and sign-ups separately', async () => {
    const shared = address(1)
    await Promise.all(
      times(310, (index) => signIn(shared, 'a guess', `nobody-${network}-${index}@shop.test`)),
    )
    const { email: made } = await signUp(door, {}, shared)
    expect((await signIn(shared, OWNER_PASSWORD, made)).status).toBe(200)
    const invalid = await Promise.all(times(105, () => at(shared).post('/api/auth/signup', {})))
    expect(invalid.some(({ status }) => status === 201)).toBe(false)
    expect((await signIn(shared, OWNER_PASSWORD, made)).status).toBe(200)
  })

  it('limits guesses of pairing codes only at the origin from which they come', async () => {
    const enrol = (from: string) =>
      at(from).post('/api/pos/v1/enrol', {
        pairingCode: 'AAAA-AAAA',
        deviceName: 'Till',
        agentVersion: '1.0.0',
      })
    const statuses = (await Promise.all(times(110, () => enrol(address(1))))).map(({ status }) => status)
    expect(count(statuses, 429)).toBe(10)
    expect((await enrol(address(2))).status).toBe(400)
  })
})
