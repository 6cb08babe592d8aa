import type { PasskeyCreate } from '#shared/contracts/account/passkeys.ts'
import { ASK_FOR_PASSKEY, type Assertion, type PasskeyOptions } from '#shared/contracts/account/passkeys.ts'
import { callPublic } from '../api/call.ts'

/** Whether the browser makes passkeys and takes what the hub says of them as it is (WebAuthn 3). */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** The person has turned away, or waited too long: nothing that they need to be told. */
export const isTurnedAway = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError'

/** Has the device make a passkey. Throws DOMException. */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyCreate['credential']> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  return credential.toJSON() as unknown as PasskeyCreate['credential']
}

/** Has the device prove that it holds a passkey of this site. Throws DOMException, and as `call`. */
export async function provePasskey(): Promise<Assertion> {
  const options = await callPublic(ASK_FOR_PASSKEY)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  return credential.toJSON() as unknown as Assertion
}
