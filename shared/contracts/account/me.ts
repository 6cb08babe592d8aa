import { z } from 'zod'
import { Id } from '#shared/domain/fields.ts'
import { Permission } from '#shared/domain/permissions.ts'
import { endpoint } from '../endpoint.ts'

export const Me = z
  .object({
    accountId: Id,
    email: z.string(),
    name: z.string(),
    isSuperAdmin: z.boolean(),
    employeeId: Id.nullable(),
    permissions: z.array(Permission).meta({ description: 'Current permissions of the user' }),
    storeIds: z.array(Id).meta({ description: 'Stores that the user works with; empty: all' }),
    needsSecondFactor: z.boolean().meta({
      description: 'true: the user may only set up a second factor',
    }),
    isAddressProved: z.boolean().meta({
      description:
        'false: operations that would outlive the proof of the address are refused with address_unproved',
    }),
    areWaysInSuspended: z.boolean().meta({
      description: 'true: a new password was set by mail; see GET /api/me/ways-in',
    }),
    organization: z
      .object({
        id: Id,
        name: z.string(),
        country: z.string(),
        currency: z.string().meta({ description: 'ISO 4217' }),
        timeZone: z.string().meta({ description: 'IANA' }),
        vatIncluded: z.boolean().meta({ description: 'true: prices of new documents include VAT' }),
      })
      .nullable()
      .meta({ description: 'Organization that the user works in; null for a SuperAdmin' }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

export const ME = endpoint({ method: 'get', path: '/api/me', answer: Me })
