import { z } from 'zod'
import { Id } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Permission } from '../permissions.ts'

export const Me = z
  .object({
    accountId: Id,
    email: z.string(),
    name: z.string(),
    isSuperAdmin: z.boolean(),
    employeeId: Id.nullable(),
    permissions: z.array(Permission).meta({ description: 'What they may do now' }),
    storeIds: z.array(Id).meta({ description: 'The stores they work with; empty: all' }),
    needsSecondFactor: z.boolean().meta({
      description: 'true: they may set up a second factor, and nothing else',
    }),
    isAddressProved: z.boolean().meta({
      description: 'false: what would outlive the proof of the address is refused with address_unproved',
    }),
    areWaysInSuspended: z.boolean().meta({
      description: 'true: a new password was chosen by mail; see GET /api/me/ways-in',
    }),
    organization: z
      .object({
        id: Id,
        name: z.string(),
        country: z.string(),
        currency: z.string().meta({ description: 'ISO 4217' }),
        timeZone: z.string().meta({ description: 'IANA' }),
        vatIncluded: z
          .boolean()
          .meta({ description: 'Whether prices of new documents have the VAT in them' }),
      })
      .nullable()
      .meta({ description: 'The one they work in; null: of a SuperAdmin' }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

export const ME = endpoint({ method: 'get', path: '/api/me', answer: Me })
