import { readFileSync } from 'node:fs'
import { simpleParser } from 'mailparser'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnnouncedMail } from '#hub/config/config.ts'
import { startHub } from '#hub/hub.ts'
import { addFactor, codeOf as factorCodeOf } from '#test/support/authenticator.ts'
import { atMoment } from '#test/support/clock.ts'
import { createTestFolder } from '#test/support/folders.ts'
import {
  type Answer,
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  startTestHub,
  useHub,
} from '#test/support/hub.ts'
import { MailServer, mailThrough, smtpError, tokenIn } from '#test/support/mail-server.ts'
import { superAdmin } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

const FORGOT = '/api/auth/forgot-password'
const RESET = '/api/auth/reset-password'
const PASSWORD = 'seven green bottles'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('a forgotten password', () => {
  const door = useHub()
  let server: MailServer
  let admin: ApiClient

  beforeAll(async () => {
    server = await MailServer.start()
    admin = await superAdmin(door, await signUp(door))
    await mailThrough(admin, server)
  })
  afterAll(() => server.stop())

  let addresses = 0
  const stranger = () => {
    addresses += 1
    return new ApiClient(door).with({ 'X-Forwarded-For': `10.8.${addresses >> 8}.${addresses & 255}` })
  }
  const forget = (email: string, client = stranger()) => client.post(FORGOT, { email })
  const reset = (token: string, newPassword = PASSWORD) => stranger().post(RESET, { token, newPassword })
  const signIn = (username: string, password: string) =>
    stranger().token({ grant_type: 'password', username, password })
  const codeOf = ({ status, body }: Answer) => [status, body.code]
  const INVALID = [400, 'link_invalid']

  async function linkOf({ email }: Organization): Promise<string> {
    await forget(email)
    return tokenIn((await server.mailsTo(email))[0] as never)
  }
  /**
   * Shifts the times of existing links back instead of changing the clock, because the jobs use the clock of
   * the database.
   */
  const passMinutes = async (minutes: number) => {
    await using owner = await door.database.connect()
    const interval = `${minutes} minutes`
    await owner.query(
      'UPDATE password_resets SET created_at = created_at - $1::interval, expires_at = expires_at - $1::interval',
      [interval],
    )
  }
  /** Waits until no email is queued. */
  const settled = async () => {
    await using owner = await door.database.connect()
    await until('no mail waits', async () => {
      const { rows } = await owner.query(`SELECT FROM mails WHERE status = 'Queued'`)
      return rows.length === 0
    })
  }

  it('replaces the password with a link that works once, and ends all sessions', async () => {
    const shop = await signUp(door)
    const token = await linkOf(shop)
    expect(Buffer.from(token, 'base64url').length).toBe(32)
    expect((await shop.api.get('/api/catalog/stores')).status).toBe(200)
    const weak = await reset(token, 'password123')
    expect([weak.status, weak.body.errors[0].pointer]).toEqual([400, '#/newPassword'])
    expect((await reset(token)).status).toBe(204)
    expect((await shop.api.get('/api/catalog/stores')).status).toBe(401)
    expect((await signIn(shop.email, OWNER_PASSWORD)).status).toBe(400)
    expect((await signIn(shop.email, PASSWORD)).status).toBe(200)
    expect(codeOf(await reset(token))).toEqual(INVALID)
    const sentMails = await server.mailsTo(shop.email, 2)
    expect(sentMails.map(({ subject }) => subject)).toEqual([
      'Reset your password',
      'Your password was changed',
    ])
  })

  it('keeps the second factor after a reset, so that access to the mailbox alone is not enough', async () => {
    const shop = await signUp(door)
    const { secret } = await addFactor(shop.api)
    expect((await reset(await linkOf(shop))).status).toBe(204)
    expect((await signIn(shop.email, PASSWORD)).status).toBe(400)
    const form = { grant_type: 'password', username: shop.email, password: PASSWORD }
    expect((await stranger().token({ ...form, otp: factorCodeOf(secret, 30) })).status).toBe(200)
  })

  it('accepts only one of two concurrent resets with the same link', async () => {
    const shop = await signUp(door)
    const token = await linkOf(shop)
    const passwords = ['seven green bottles', 'eight brown bottles']
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
    const winner = passwords[answers.findIndex(({ status }) => status === 204)]
    for (const password of passwords)
      expect((await signIn(shop.email, password)).status).toBe(password === winner ? 200 : 400)
  })

  it('accepts a link for 30 minutes, and refuses modified and invented ones', async () => {
    const shop = await signUp(door)
    const token = await linkOf(shop)
    expect(codeOf(await atMoment(inMinutes(30.1), () => reset(token)))).toEqual(INVALID)
    expect(codeOf(await reset(`${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`))).toEqual(INVALID)
    expect(codeOf(await reset('x'))).toEqual(INVALID)
    expect((await atMoment(inMinutes(29.9), () => reset(token))).status).toBe(204)
  })

  it('responds in the same way to known and unknown addresses, and sends an email only to known ones', async () => {
    const { email } = await signUp(door)
    const sentMails = async (address: string) => {
      const response = await door.hub.request(FORGOT, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': '10.9.9.9',
          'X-Request-Id': 'same',
        },
        body: JSON.stringify({ email: address }),
      })
      const headers = [...response.headers].filter(([name]) => !/trace|request-id/.test(name))
      return [response.status, await response.text(), headers]
    }
    await using owner = await door.database.connect()
    const queued = async (address: string) => {
      const { rows } = await owner.query('SELECT FROM mails WHERE recipient = $1', [address])
      return rows.length
    }
    const known = await sentMails(email)
    const unknown = await sentMails('nobody@shop.test')
    expect(unknown).toEqual(known)
    expect(known[0]).toBe(202)
    await settled()
    expect(await queued('nobody@shop.test')).toBe(0)
    expect((await server.mailsTo(email)).length).toBe(1)
  })

  it('limits the emails to an address, and keeps the existing link valid', async () => {
    const shop = await signUp(door)
    const token = await linkOf(shop)
    for (let i = 0; i < 10; i += 1) await forget(shop.email)
    await settled()
    expect(await server.mailsTo(shop.email)).toHaveLength(1)
    // A caller at the usual address of the account waits only one minute.
    const own = new ApiClient(door).with({ 'X-Forwarded-For': '10.8.200.1' })
    await own.token({ grant_type: 'password', username: shop.email, password: OWNER_PASSWORD })
    await passMinutes(2)
    await forget(shop.email)
    await settled()
    expect(await server.mailsTo(shop.email)).toHaveLength(1)
    await forget(shop.email, own)
    expect(await server.mailsTo(shop.email, 2)).toHaveLength(2)
    await passMinutes(16)
    await forget(shop.email)
    expect(await server.mailsTo(shop.email, 3)).toHaveLength(3)
    // A new link does not invalidate older ones. Using one of them invalidates all.
    const tokens = (await server.mailsTo(shop.email)).map(tokenIn)
    expect(new Set(tokens).size).toBe(3)
    expect((await reset(token)).status).toBe(204)
    for (const other of tokens) expect(codeOf(await reset(other))).toEqual(INVALID)
  })

  it('limits reset requests and guesses of links from one address', async () => {
    const client = stranger()
    const requested = await Promise.all(
      Array.from({ length: 70 }, (_, i) => forget(`nobody-${i}@shop.test`, client)),
    )
    expect(requested.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 60 }, () => 202),
      ...Array.from({ length: 10 }, () => 429),
    ])
    const guesses = await Promise.all(
      Array.from({ length: 110 }, (_, i) => client.post(RESET, { token: `t${i}`, newPassword: PASSWORD })),
    )
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10)
    const shop = await signUp(door)
    expect((await reset(await linkOf(shop))).status).toBe(204)
  })

  it('links to the configured public address, regardless of the Host header', async () => {
    const shop = await signUp(door)
    const forged = stranger().with({
      Host: 'evil.test',
      'X-Forwarded-Host': 'evil.test',
      Origin: 'https://evil.test',
    })
    await forget(shop.email, forged)
    const [mail] = await server.mailsTo(shop.email)
    expect(mail?.text).toContain('http://hub.test/reset-password#token=')
    expect(JSON.stringify(mail)).not.toContain('evil.test')
    await mailThrough(admin, server, { publicUrl: 'https://shops.example/' })
    const other = await signUp(door)
    await forget(other.email, forged)
    expect((await server.mailsTo(other.email))[0]?.text).toContain(
      'https://shops.example/reset-password#token=',
    )
    await mailThrough(admin, server)
  })

  it('writes the email in the language of the request', async () => {
    const shop = await signUp(door)
    await forget(shop.email, stranger().with({ 'Accept-Language': 'ru-RU,ru;q=0.9,en;q=0.5' }))
    expect((await server.mailsTo(shop.email))[0]?.subject).toBe('Сброс пароля')
  })

  it('keeps neither the link nor its token readable in the database', async () => {
    const shop = await signUp(door)
    const token = await linkOf(shop)
    await using owner = await door.database.connect()
    for (const table of ['mails', 'password_resets', 'jobs.job']) {
      const { rows } = await owner.query(`SELECT t::text AS row FROM ${table} t`)
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
    }
  })

  it('refuses to reset the password of a deactivated account, and sends it no other link', async () => {
    const shop = await signUp(door)
    const token = await linkOf(shop)
    await using owner = await door.database.connect()
    await owner.query('UPDATE accounts SET is_active = false WHERE email = $1', [shop.email])
    expect(codeOf(await reset(token))).toEqual(INVALID)
    await passMinutes(20)
    await forget(shop.email)
    await settled()
    expect(await server.mailsTo(shop.email)).toHaveLength(1)
  })
})

describe('emails of the hub', () => {
  const forget = (door: { hub: never }, email: string) => new ApiClient(door).post(FORGOT, { email })

  it('refuses to send an email without a configured mail server, and queues nothing', async () => {
    await using door = await startTestHub()
    const { email } = await signUp(door)
    for (const address of [email, 'nobody@shop.test']) {
      const answer = await forget(door as never, address)
      expect([answer.status, answer.body.code]).toEqual([409, 'mail_not_configured'])
    }
    await using owner = await door.database.connect()
    expect((await owner.query('SELECT FROM mails')).rows).toHaveLength(0)
  })

  it('writes an email to a file in development, and its link to the terminal', async () => {
    using folder = createTestFolder()
    const sentMails: AnnouncedMail[] = []
    const announceMail = (mail: AnnouncedMail) => void sentMails.push(mail)
    await using door = await startTestHub({ mailDir: folder.path, announceMail, publicUrl: undefined })
    const { email } = await signUp(door)
    expect((await forget(door as never, email)).status).toBe(202)
    await until('the mail is told', async () => sentMails.length > 0)
    const [mail] = sentMails
    expect(mail).toMatchObject({
      to: email,
      link: expect.stringMatching(/^http:\/\/(127\.0\.0\.1|localhost):/),
    })
    const { text } = await simpleParser(readFileSync(mail?.file ?? ''))
    expect(text).toContain(mail?.link)
  })

  it('waits while the mail server is down, and sends the email when it is back', async () => {
    await using door = await startTestHub()
    const shop = await signUp(door)
    const admin = await superAdmin(door, shop)
    const gone = await MailServer.start()
    await gone.stop()
    await mailThrough(admin, gone)
    await forget(door as never, shop.email)
    await using owner = await door.database.connect()
    const state = async () => (await owner.query('SELECT status, error FROM mails')).rows[0]
    await until('the first attempt has failed', async () => (await state()).error !== null)
    expect((await state()).status).toBe('Queued')
    await using back = await MailServer.start({ port: gone.port })
    await until('the job waits', async () => {
      const { rowCount } = await owner.query(
        `UPDATE jobs.job SET start_after = now() WHERE name = 'mail' AND state = 'retry'`,
      )
      return rowCount === 1
    })
    await forget(door as never, 'nobody@shop.test')
    const [mail] = await back.mailsTo(shop.email)
    const answer = await new ApiClient(door).post(RESET, {
      token: tokenIn(mail as never),
      newPassword: PASSWORD,
    })
    expect(answer.status).toBe(204)
  })

  it('gives up an email after a permanent error, and retries after a temporary one', async () => {
    await using door = await startTestHub()
    const shop = await signUp(door)
    const admin = await superAdmin(door, shop)
    let attempts = 0
    let code = 550
    await using server = await MailServer.start({
      onRecipient: () => {
        attempts += 1
        throw smtpError(code, 'mailbox unavailable')
      },
    })
    await mailThrough(admin, server)
    await using owner = await door.database.connect()
    const state = async (email: string) =>
      (
        await owner.query(`SELECT status, error FROM mails WHERE recipient = $1 AND kind = 'PasswordReset'`, [
          email,
        ])
      ).rows[0]
    await forget(door as never, shop.email)
    await until('it was refused', async () => (await state(shop.email)).status === 'Refused')
    expect((await state(shop.email)).error).toContain('mailbox unavailable')
    expect(attempts).toBe(1)
    expect((await owner.query(`SELECT FROM jobs.job WHERE state = 'retry'`)).rows).toHaveLength(0)
    code = 451
    const other = await signUp(door)
    await forget(door as never, other.email)
    await until('the first attempt has failed', async () => (await state(other.email)).error !== null)
    expect((await state(other.email)).status).toBe('Queued')
  })

  it('sends an email that was queued before a shutdown once after the restart', async () => {
    await using door = await startTestHub({ runsJobs: false })
    const shop = await signUp(door)
    await using server = await MailServer.start()
    await mailThrough(await superAdmin(door, shop), server)
    await forget(door as never, shop.email)
    await forget(door as never, shop.email)
    expect(server.mails).toHaveLength(0)
    await door.hub.stop()
    door.hub = await startHub({ ...door.config, runsJobs: true }, pino({ level: 'silent' }))
    await server.mailsTo(shop.email)
    await using owner = await door.database.connect()
    await until('nothing waits', async () => {
      const { rows } = await owner.query(`SELECT FROM mails WHERE status = 'Queued'`)
      return rows.length === 0
    })
    expect(server.mails).toHaveLength(1)
  })
})
