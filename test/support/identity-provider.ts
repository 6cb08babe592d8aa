import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { must } from '#shared/std/must.ts'

/** User with an account at the provider. */
export interface Someone {
  sub: string
  email?: string
  email_verified?: boolean
}

const CLIENT = { client_id: 'counterfoil', client_secret: 'the secret of the client' }

/** An OpenID Connect provider on a free port. It signs in every visitor as `someone` without a prompt. */
export class IdentityProvider implements AsyncDisposable {
  readonly issuer: string
  readonly #server: Server
  /** The signed-in user, or null to decline the sign-in. */
  someone: Someone | null = null

  private constructor(server: Server) {
    this.#server = server
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** Starts the provider. `redirectUri` is the callback URL of the hub. */
  static async start(redirectUri: string): Promise<IdentityProvider> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const self = new IdentityProvider(server)
    const known = new Map<string, Someone>()
    const provider = new Provider(self.issuer, {
      clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['a key of the tests'] },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: () => ({ ...must(known.get(sub), 'account') }),
      }),
      loadExistingGrant: async (ctx) => {
        const { Grant } = ctx.oidc.provider
        const accountId = must(ctx.oidc.session?.accountId, 'account')
        const grant = new Grant({ clientId: CLIENT.client_id, accountId })
        grant.addOIDCScope('openid email')
        await grant.save()
        return grant
      },
    })
    const handle = provider.callback()
    server.on('request', async (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return handle(request, response)
      const { someone } = self
      if (someone) known.set(someone.sub, someone)
      const result = someone
        ? { login: { accountId: someone.sub } }
        : { error: 'access_denied', error_description: 'They do not want to' }
      await provider.interactionFinished(request, response, result)
    })
    return self
  }

  /** Settings for this provider at the hub. */
  get settings() {
    return {
      key: 'oidc',
      name: 'The works',
      issuer: this.issuer,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
    }
  }

  /** Visits the provider with a new browser session. Returns the URL to which the provider redirects. */
  async visit(url: string, someone: Someone | null): Promise<URL> {
    this.someone = someone
    const cookies = new Map<string, string>()
    let next = url
    for (let step = 0; step < 10; step++) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('Location')
      if (!location) throw new Error(`the provider answers ${response.status}: ${await response.text()}`)
      next = new URL(location, next).href
      if (!next.startsWith(this.issuer)) return new URL(next)
    }
    throw new Error('the provider goes round in circles')
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
