import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { deriveKey } from '#hub/config/secrets.ts'

const VERSION = 'v1'

/**
 * Keys for sealing secrets that must not be readable in the database but are needed in plain text: passwords
 * of other services, secrets of second factors, private keys. (Secrets that are only compared, such as
 * tokens, are hashed instead: hub/config/secrets.ts.)
 *
 * A sealed value uses AES-256-GCM and is stored as `v1.keyId.nonce.tag.ciphertext`, each part in base64url.
 * The `place` (sealed-columns.ts) is authenticated too, so a value moved to another row or column cannot be
 * opened. Values are sealed with the first of HUB_SEALING_KEYS. All of these keys and HUB_SECRET can open
 * them.
 */
export class KeyRing {
  readonly #keys: Map<string, Buffer>
  /** Id of the key used for sealing. It reveals nothing about the key. */
  readonly keyId: string

  constructor(secret: string, sealingKeys: readonly string[] = []) {
    const keys = [...sealingKeys, secret].map((each) => deriveKey(each, 'sealed values'))
    this.#keys = new Map(keys.map((key) => [idOf(key), key]))
    this.keyId = [...this.#keys.keys()][0] ?? ''
  }

  /** Prefix of all values sealed with the current key. */
  get prefix(): string {
    return `${VERSION}.${this.keyId}.`
  }

  seal(plain: string, place: string): string {
    const [[keyId, key]] = this.#keys as unknown as [[string, Buffer]]
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return [VERSION, keyId, ...[nonce, cipher.getAuthTag(), text].map(inText)].join('.')
  }

  /**
   * Returns the plain text. Throws when the key is not in the ring, the value was sealed for another place,
   * or a byte was changed.
   */
  open(sealed: string, place: string): string {
    const [version, keyId = '', ...parts] = sealed.split('.')
    const [nonce, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'))
    const key = this.#keys.get(keyId)
    if (version !== VERSION || !key || !nonce || !tag || !text || tag.length !== 16)
      throw new Error('a sealed value cannot be opened: its key is not among HUB_SEALING_KEYS and HUB_SECRET')
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  }
}

const inText = (part: Buffer): string => part.toString('base64url')

const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 12)
