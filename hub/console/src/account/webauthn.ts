import type { PasskeyCreate } from '#shared/contracts/account/passkeys.ts'
import { ASK_FOR_PASSKEY, type Assertion, type PasskeyOptions } from '#shared/contracts/account/passkeys.ts'
import { callPublic } from '../api/call.ts'

/** True when the browser can create passkeys and parse the hub's options (WebAuthn 3). */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** True when the user canceled or timed out, which needs no message. */
export const isCanceledByUser = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError'

/** Creates a passkey on the device. Throws DOMException. */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyCreate['credential']> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  return credential.toJSON() as unknown as PasskeyCreate['credential']
}

/** Proves that the device has a passkey of this site. Throws DOMException and the errors of `call`. */
export async function provePasskey(): Promise<Assertion> {
  const options = await callPublic(ASK_FOR_PASSKEY)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  return credential.toJSON() as unknown as Assertion
}
