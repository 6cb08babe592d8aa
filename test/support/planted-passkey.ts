import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { newId } from '#shared/std/ids.ts'
import { ApiClient, type TestHub } from './hub.ts'

const SITE = 'http://hub.test'

/**
 * A passkey held by a program. It is inserted directly into an account, as in databases from before email
 * addresses were verified.
 */
export class PlantedPasskey {
  readonly #id = randomBytes(16).toString('base64url')
  readonly #privateKey: KeyObject
  readonly #publicKey: Buffer

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#privateKey = privateKey
    // COSE (RFC 9053, section 7.1.1): kty 2, alg -7, crv 1, x, y.
    const bytes = (text: string) => Buffer.from(text, 'base64url')
    const head = Buffer.from('a5010203262001215820', 'hex')
    this.#publicKey = Buffer.concat([head, bytes(x), Buffer.from('225820', 'hex'), bytes(y)])
  }

  async plant(door: TestHub, email: string): Promise<void> {
    await using owner = await door.database.connect()
    await owner.query(
      `INSERT INTO passkeys (id, account_id, name, credential_id, public_key, counter)
       SELECT $1, id, 'planted', $2, $3, 0 FROM accounts WHERE email = $4`,
      [newId(), this.#id, this.#publicKey, email],
    )
  }

  /** Signs in with a passkey assertion (WebAuthn 3, section 7.2). */
  async signIn(door: TestHub): Promise<{ status: number; error: string; token: string }> {
    const client = new ApiClient(door).with({ 'X-Forwarded-For': '10.66.6.6' })
    const { challenge } = (await client.post('/api/auth/passkey/options')).body
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: SITE }))
    const flags = Buffer.from([0x05, 0, 0, 0, 0])
    const authenticatorData = Buffer.concat([sha256('hub.test'), flags])
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(this.#privateKey)
    const assertion = {
      id: this.#id,
      rawId: this.#id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    }
    const form = { grant_type: 'urn:counterfoil:grant-type:passkey', assertion: JSON.stringify(assertion) }
    const { status, body } = await client.token(form)
    return { status, error: body.error, token: body.access_token }
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
