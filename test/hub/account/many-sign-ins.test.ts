import { gzipSync } from 'node:zlib'
import { hashSync } from '@node-rs/argon2'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'

const PEOPLE = 100
const PASSWORD = 'a password of many'

describe('a hundred simultaneous sign-ins', () => {
  const door = useHub()

  /**
   * Inserts users whose passwords are hashed with the cost used in production. Checking one takes a thread
   * about 20 ms.
   */
  async function insertPeople(): Promise<string[]> {
    const emails = Array.from({ length: PEOPLE }, (_, i) => `many-${i}@shop.test`)
    const client = new pg.Client({ connectionString: door.database.ownerUrl })
    await client.connect()
    try {
      await client.query(
        `INSERT INTO accounts (id, email, password_hash, is_super_admin)
         SELECT gen_random_uuid(), email, $2, true FROM unnest($1::text[]) email`,
        [emails, hashSync(PASSWORD)],
      )
    } finally {
      await client.end()
    }
    return emails
  }

  it('signs in all users while a till uploads its sales', async () => {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const sale = device.item(saleBody(shop, [{ productId: await createProduct(shop) }]))
    const emails = await insertPeople()
    let signedIn = 0
    const signIns = emails.map(async (username, i) => {
      const client = new ApiClient(door).with({ 'X-Forwarded-For': `10.40.0.${i}` })
      const answer = await client.token({ grant_type: 'password', username, password: PASSWORD })
      signedIn += 1
      return answer.status
    })
    await Promise.race(signIns)
    // The upload is decompressed on the same threads that hash passwords.
    const upload = await device.api
      .with({ 'Content-Encoding': 'gzip' })
      .sendBytes('/api/pos/v1/sales', gzipSync(JSON.stringify({ sales: [sale] })))
    expect(upload.status).toBe(200)
    expect(signedIn).toBeLessThan(PEOPLE / 2)
    expect(new Set(await Promise.all(signIns))).toEqual(new Set([200]))
  })
})
