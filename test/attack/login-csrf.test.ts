import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_CLIENT, PAGE_HEADER } from '#shared/contracts/account/auth.ts'
import { must } from '#shared/std/must.ts'
import { ConsolePage } from '#test/browser/console.ts'
import { openBrowser } from '#test/support/browser.ts'
import { type Organization, OWNER_PASSWORD, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { IdentityProvider } from '#test/support/identity-provider.ts'
import { superAdmin } from '#test/support/people.ts'

const TOKEN = '/~/connect/token'
const REVOKE = '/~/connect/revoke'

/**
 * Login CSRF: a page of another site tries to sign its visitor in to the attacker's organization at the
 * console, where the visitor would then enter sales and employees, or tries to sign the visitor out.
 */
describe('the page of another site', () => {
  let door: TestHub
  let browser: Browser
  let evil: Server
  let victim: Organization
  let attacker: Organization
  let password: Record<string, string>

  beforeAll(async () => {
    browser = await openBrowser()
    door = await startTestHub()
    victim = await signUp(door, { organizationName: 'The shop of the victim' })
    attacker = await signUp(door, { organizationName: 'The trap' })
    password = {
      grant_type: 'password',
      username: attacker.email,
      password: OWNER_PASSWORD,
      client_id: CONSOLE_CLIENT,
    }
    evil = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Cats</title>')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => evil.once('listening', resolve))
  })
  afterAll(async () => {
    await door?.[Symbol.asyncDispose]()
    await browser?.close()
    evil?.close()
  })

  const port = () => (evil.address() as AddressInfo).port
  /**
   * Foreign pages. `localhost` and 127.0.0.1 are different sites. Another port is another origin of the same
   * site, to which browsers send cookies.
   */
  const PAGES = [
    ['of another site', () => `http://localhost:${port()}/`],
    ['of the same site, from another origin', () => `http://127.0.0.1:${port()}/`],
  ] as const

  const refreshCookie = async (context: BrowserContext) =>
    (await context.cookies()).find(({ name }) => name.endsWith('counterfoil-refresh'))?.value

  /**
   * Submits a form on a foreign page, as if the visitor clicked a harmless picture, and returns the status of
   * the response.
   */
  async function submit(context: BrowserContext, at: string, path: string, fields: Record<string, string>) {
    const page = await context.newPage()
    await page.goto(at)
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.url() === door.hub.url + path),
      page.evaluate(
        ([action, values]) => {
          const form = Object.assign(document.createElement('form'), { method: 'post', action })
          for (const [name, value] of Object.entries(values))
            form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
          document.body.append(form)
          form.submit()
        },
        [door.hub.url + path, fields] as const,
      ),
    ])
    const status = response.status()
    await page.close()
    return status
  }

  /**
   * Sends the same request by a script, which cannot read the response. With a custom header, the browser
   * first sends a preflight request.
   */
  async function send(context: BrowserContext, at: string, path: string, fields: Record<string, string>) {
    const page = await context.newPage()
    await page.goto(at)
    await page.evaluate(
      async ([url, values, header]) => {
        const init = { method: 'POST', credentials: 'include', body: new URLSearchParams(values) } as const
        await fetch(url, { ...init, mode: 'no-cors' }).catch(() => undefined)
        await fetch(url, { ...init, headers: { [header]: 'x' } }).catch(() => undefined)
      },
      [door.hub.url + path, fields, PAGE_HEADER] as const,
    )
    await page.close()
  }

  it.each(PAGES)(
    'prevents a page %s from changing or ending the session of an open console',
    async (_, at) => {
      const console = await ConsolePage.open(browser, door.hub.url)
      await console.goto('/')
      await console.signIn(victim.email)
      await console.page.getByRole('banner').getByText('The shop of the victim').waitFor()
      const context = console.page.context()
      const before = must(await refreshCookie(context))
      const renewal = { grant_type: 'refresh_token', client_id: CONSOLE_CLIENT }
      for (const [path, fields] of [
        [TOKEN, password],
        [TOKEN, renewal],
        [REVOKE, { client_id: CONSOLE_CLIENT }],
      ] as const) {
        expect([path, await submit(context, at(), path, fields)]).toEqual([path, 400])
        await send(context, at(), path, fields)
        expect(await refreshCookie(context)).toBe(before)
      }
      await console.page.reload()
      await console.page.getByRole('banner').getByText('The shop of the victim').waitFor()
    },
  )

  it.each(PAGES)('prevents a page %s from signing a user in at a signed-out console', async (_, at) => {
    const console = await ConsolePage.open(browser, door.hub.url)
    const context = console.page.context()
    expect(await submit(context, at(), TOKEN, password)).toBe(400)
    await send(context, at(), TOKEN, password)
    expect(await refreshCookie(context)).toBeUndefined()
  })

  it('refuses the code of a single sign-on that an attacker started', async () => {
    await using provider = await IdentityProvider.start(`${door.hub.url}/api/auth/external/callback`)
    const admin = await superAdmin(door, attacker)
    const channels = '/api/super-admin/platform-settings'
    const { body } = await admin.get(channels)
    const changed = { ...body, publicUrl: door.hub.url, signOn: [provider.settings] }
    expect((await admin.put(channels, changed)).status).toBe(200)
    /** Performs the attacker's sign-on up to the final link. The cookie stays in the attacker's browser. */
    const trap = async () => {
      const begun = await fetch(`${door.hub.url}/api/auth/external/oidc`, { redirect: 'manual' })
      const who = { sub: 'attacker', email: 'attacker@works.test', email_verified: true }
      const back = await provider.visit(must(begun.headers.get('Location')), who)
      const Cookie = must(begun.headers.getSetCookie()[0]?.split(';')[0])
      const came = await fetch(back, { headers: { Cookie }, redirect: 'manual' })
      const link = new URL(must(came.headers.get('Location')))
      return { link, Cookie, code: must(new URLSearchParams(link.hash.slice(1)).get('code')) }
    }
    const form = (code: string) =>
      new URLSearchParams({
        grant_type: 'urn:counterfoil:grant-type:sign-on',
        code,
        client_id: CONSOLE_CLIENT,
      })
    const page = { Origin: door.hub.url, 'Sec-Fetch-Site': 'same-origin', [PAGE_HEADER]: CONSOLE_CLIENT }
    const first = await trap()
    const made = await fetch(`${door.hub.url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: first.Cookie },
      body: JSON.stringify({
        organizationName: 'The second trap',
        lastName: 'Attacker',
        email: 'attacker@works.test',
        country: 'KZ',
        signOnCode: first.code,
      }),
    })
    expect(made.status).toBe(201)

    const { link, Cookie, code } = await trap()
    const console = await ConsolePage.open(browser, door.hub.url)
    const [refused] = await Promise.all([
      console.page.waitForResponse((each) => each.url().endsWith(TOKEN)),
      console.page.goto(link.href),
    ])
    expect([refused.status(), (await refused.json()).error]).toEqual([400, 'invalid_grant'])
    await console.page.getByLabel('E-mail').waitFor()
    expect(await refreshCookie(console.page.context())).toBeUndefined()
    // The code stays valid in the browser that started the sign-on.
    const redeem = { method: 'POST', headers: { ...page, Cookie }, body: form(code) }
    expect((await fetch(door.hub.url + TOKEN, redeem)).status).toBe(200)
  })
})

describe('a token request of the console', () => {
  let door: TestHub
  let shop: Organization
  beforeAll(async () => {
    door = await startTestHub()
    shop = await signUp(door)
  })
  afterAll(() => door?.[Symbol.asyncDispose]())

  const own = () => ({ Origin: door.hub.url, 'Sec-Fetch-Site': 'same-origin', [PAGE_HEADER]: CONSOLE_CLIENT })
  const ask = (path: string, form: Record<string, string>, headers: Record<string, string>) =>
    fetch(door.hub.url + path, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ ...form, client_id: CONSOLE_CLIENT }),
    })
  const signIn = (headers: Record<string, string>) =>
    ask(TOKEN, { grant_type: 'password', username: shop.email, password: OWNER_PASSWORD }, headers)

  it('refuses a console token request without our Origin, with another Sec-Fetch-Site or without the page header, and neither sets nor reads a cookie', async () => {
    const signedIn = await signIn(own())
    expect(signedIn.status).toBe(200)
    const Cookie = must(signedIn.headers.getSetCookie()[0]?.split(';')[0])
    const without = (name: string) =>
      Object.fromEntries(Object.entries(own()).filter(([each]) => each !== name))
    const { host } = new URL(door.hub.url)
    const foreign: Record<string, string>[] = [
      ...['Origin', 'Sec-Fetch-Site', PAGE_HEADER].map(without),
      ...[
        'null',
        'https://evil.test',
        `https://${host}`,
        `http://evil.test@${host}`,
        `${door.hub.url}.evil.test`,
      ].map((Origin) => ({ ...own(), Origin })),
      { ...own(), Origin: 'http://localhost:1' },
      ...['cross-site', 'same-site', 'none', 'same-origin, cross-site'].map((site) => ({
        ...own(),
        'Sec-Fetch-Site': site,
      })),
      // Forwarding headers, which a proxy would set, are ignored.
      {
        ...own(),
        Origin: 'https://evil.test',
        'X-Forwarded-Host': 'evil.test',
        'X-Forwarded-Proto': 'https',
      },
    ]
    for (const headers of foreign) {
      const answers = [
        await signIn(headers),
        await ask(TOKEN, { grant_type: 'refresh_token' }, { ...headers, Cookie }),
        await ask(REVOKE, {}, { ...headers, Cookie }),
        await ask(REVOKE, { token: must(Cookie.split('=')[1]) }, headers),
      ]
      for (const answer of answers) {
        expect([headers, answer.status, answer.headers.get('Set-Cookie')]).toEqual([headers, 400, null])
        expect((await answer.json()).error).toBe('invalid_request')
      }
    }
    // None of the refused requests renewed or revoked the session.
    expect((await ask(TOKEN, { grant_type: 'refresh_token' }, { ...own(), Cookie })).status).toBe(200)
  })

  it('requires no page headers from other clients and sets no cookie for them', async () => {
    const form = { grant_type: 'password', username: shop.email, password: OWNER_PASSWORD }
    const plain = await fetch(door.hub.url + TOKEN, { method: 'POST', body: new URLSearchParams(form) })
    expect([plain.status, plain.headers.get('Set-Cookie')]).toEqual([200, null])
    const { refresh_token } = await plain.json()
    const renewal = new URLSearchParams({ grant_type: 'refresh_token', refresh_token })
    expect((await fetch(door.hub.url + TOKEN, { method: 'POST', body: renewal })).status).toBe(200)
  })
})
