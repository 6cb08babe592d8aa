import { z } from 'zod'
import { Id, text, UtcTime } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'

/** Returns the schema of a credential as serialized by `PublicKeyCredential.toJSON()` (WebAuthn 3, section 5.1.7). */
const credential = <Shape extends z.ZodRawShape>(response: Shape) =>
  z.looseObject({
    id: z.string().min(1).max(1400),
    rawId: z.string().min(1).max(1400),
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: z.string().min(1).max(4000), ...response }),
    clientExtensionResults: z.looseObject({}),
  })

const NewCredential = credential({ attestationObject: z.string().min(1).max(16_000) })
export const Assertion = credential({
  authenticatorData: z.string().min(1).max(4000),
  signature: z.string().min(1).max(4000),
})
export type Assertion = z.output<typeof Assertion>

export const PasskeyOptions = z.looseObject({ challenge: z.string() }).meta({
  id: 'PasskeyOptions',
  description: 'For `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`',
})
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

export const PasskeyCreate = z
  .strictObject({ name: text(100), credential: NewCredential })
  .meta({ id: 'PasskeyCreate' })
export type PasskeyCreate = z.output<typeof PasskeyCreate>

export const PasskeyRename = z.strictObject({ name: text(100) }).meta({ id: 'PasskeyRename' })
export type PasskeyRename = z.output<typeof PasskeyRename>

export const Passkey = z
  .object({ id: Id, name: z.string(), createdAt: UtcTime, lastUsedAt: UtcTime.nullable() })
  .meta({ id: 'Passkey' })
export const Passkeys = z.object({ items: z.array(Passkey) }).meta({ id: 'Passkeys' })
export type Passkeys = z.infer<typeof Passkeys>
export type Passkey = z.infer<typeof Passkey>

const base = '/api/me/passkeys'
export const PASSKEYS = endpoint({ method: 'get', path: base, answer: Passkeys })
export const BEGIN_PASSKEY = endpoint({ method: 'post', path: `${base}/options`, answer: PasskeyOptions })
export const ADD_PASSKEY = endpoint({ method: 'post', path: base, body: PasskeyCreate, answer: Passkeys })
export const RENAME_PASSKEY = endpoint({
  method: 'patch',
  path: `${base}/{id}`,
  body: PasskeyRename,
  answer: Passkeys,
})
export const REMOVE_PASSKEY = endpoint({ method: 'delete', path: `${base}/{id}`, answer: null })
export const ASK_FOR_PASSKEY = endpoint({
  method: 'post',
  path: '/api/auth/passkey/options',
  answer: PasskeyOptions,
})
