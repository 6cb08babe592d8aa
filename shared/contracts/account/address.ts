import { z } from 'zod'
import { UtcTime } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { LinkToken } from './link-token.ts'

export const AddressState = z
  .object({
    email: z.string(),
    provedAt: UtcTime.nullable().meta({
      description: 'Time when the owner proved that they read mail at the address; null: not proved yet',
    }),
    isMailSet: z.boolean().meta({
      description: 'false: the hub sends no mail, so its operator passes the link on',
    }),
  })
  .meta({ id: 'AddressState' })
export type AddressState = z.infer<typeof AddressState>

const ConfirmOwnAddress = z.strictObject({ token: LinkToken }).meta({ id: 'ConfirmOwnAddress' })
export const ConfirmAddress = z
  .strictObject({
    token: LinkToken,
    password: z.string().min(1).max(200).meta({ description: 'Password of the account' }),
  })
  .meta({ id: 'ConfirmAddress' })
export type ConfirmAddress = z.output<typeof ConfirmAddress>

const base = '/api/me/address'
export const ADDRESS = endpoint({ method: 'get', path: base, answer: AddressState })
export const SEND_ADDRESS_LINK = endpoint({ method: 'post', path: `${base}/send`, answer: null })
export const CONFIRM_OWN_ADDRESS = endpoint({
  method: 'post',
  path: `${base}/confirm`,
  body: ConfirmOwnAddress,
  answer: null,
})
export const CONFIRM_ADDRESS = endpoint({
  method: 'post',
  path: '/api/auth/confirm-address',
  body: ConfirmAddress,
  answer: null,
})
