import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** Function that changes the claims of an ID token. */
type Twist = (claims: JWTPayload) => JWTPayload

/** An OpenID Connect provider on a free port, with configurable faults in its ID tokens. */
export class CarelessProvider implements AsyncDisposable {
  readonly issuer: string
  readonly #server: Server
  twist: Twist = (claims) => claims
  /** True to sign ID tokens with an unpublished key. */
  signsWithOther = false

  private constructor(server: Server) {
    this.#server = server
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async start(): Promise<CarelessProvider> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const self = new CarelessProvider(server)
    const { issuer } = self
    const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
    const pages: Record<string, (request: IncomingMessage) => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/jwks': async () => ({
        keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
      }),
      '/token': async (request) => {
        const nonce = new URLSearchParams((await request.setEncoding('utf8').toArray()).join('')).get('code')
        const now = Math.floor(Date.now() / 1000)
        const claims = { iss: issuer, aud: 'counterfoil', sub: 'someone', nonce, iat: now, exp: now + 60 }
        const id_token = await new SignJWT(self.twist(claims as JWTPayload))
          .setProtectedHeader({ alg: 'RS256', kid: 'one' })
          .sign(self.signsWithOther ? other.privateKey : own.privateKey)
        return { access_token: 'x', token_type: 'Bearer', id_token }
      },
    }
    server.on('request', async (request, response) => {
      const page = pages[request.url ?? '']
      response.writeHead(page ? 200 : 404, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify((await page?.(request)) ?? {}))
    })
    return self
  }

  get settings() {
    return { key: 'microsoft', issuer: this.issuer, clientId: 'counterfoil', clientSecret: 'x' }
  }

  /** Returns the redirect URL of a sign-in. The code in it is the nonce. */
  visit(url: string): URL {
    const { searchParams } = new URL(url)
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('state', searchParams.get('state') ?? '')
    back.searchParams.set('code', searchParams.get('nonce') ?? '')
    return back
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
