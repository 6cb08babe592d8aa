import { z } from 'zod'
import { Count, Id, optionalText, paragraphs, text, UtcTime, Version } from '#shared/domain/fields.ts'
import { Email, Signup } from '../account/auth.ts'
import { BooleanQuery, createFields, listQuery, pageOf, updateFields } from '../common.ts'
import { endpoint, resource } from '../endpoint.ts'
import { Invitation } from '../organization/invitations.ts'

const editable = {
  name: text(255),
  taxId: optionalText(32),
}

export const OrganizationCreate = z
  .strictObject({
    ...createFields,
    ...editable,
    country: Signup.shape.country,
    timeZone: Signup.shape.timeZone,
    owner: z.strictObject({ email: Email, lastName: text(255), firstName: optionalText(255) }).meta({
      description:
        'Owner. They are invited by mail to choose a password, or to use the existing account of the address',
    }),
  })
  .meta({ id: 'OrganizationCreate' })
export type OrganizationCreate = z.output<typeof OrganizationCreate>

export const OrganizationUpdate = z
  .strictObject({ ...updateFields, ...editable })
  .meta({ id: 'OrganizationUpdate' })
export type OrganizationUpdate = z.output<typeof OrganizationUpdate>

export const Organization = z
  .object({
    id: Id,
    version: Version,
    createdAt: UtcTime,
    updatedAt: UtcTime,
    name: z.string(),
    taxId: z.string().nullable(),
    country: z.string(),
    timeZone: z.string(),
    defaultCurrencyId: Id,
    ownerEmployeeId: Id.nullable(),
    ownerName: z.string().nullable(),
    ownerEmail: z.string().nullable(),
    employees: Count.meta({ description: 'Number of employees' }),
    retailPoints: Count,
    devices: Count.meta({ description: 'Number of agents in service' }),
    isArchived: z.boolean().meta({ description: 'true: nobody can use the office; tills continue selling' }),
  })
  .meta({ id: 'Organization' })
export type Organization = z.infer<typeof Organization>
/** Response to the creation of an organization. */
const OrganizationCreated = Organization.extend({
  ownerInvitation: Invitation.nullable().meta({ description: 'null: the owner has accepted' }),
}).meta({ id: 'OrganizationCreated' })
const OrganizationPage = pageOf(Organization, 'OrganizationPage')
export const OrganizationListQuery = listQuery(['name', 'createdAt', 'updatedAt']).extend({
  isArchived: BooleanQuery.optional(),
  ownerEmail: Email.optional(),
})
export type OrganizationListQuery = z.output<typeof OrganizationListQuery>

export const OwnerChange = z
  .strictObject({
    version: Version,
    employeeId: Id.meta({ description: 'Employee of the organization, with an account' }),
    reason: paragraphs(1000),
  })
  .meta({ id: 'OwnerChange' })
export type OwnerChange = z.output<typeof OwnerChange>

const OrganizationDeletion = z.object({
  confirmation: z.string().max(255).optional().meta({
    description: 'Exact name; required when the organization has sales',
  }),
})

export const ORGANIZATIONS = resource({
  base: '/api/super-admin/organizations',
  contracts: {
    item: Organization,
    page: OrganizationPage,
    create: OrganizationCreate,
    update: OrganizationUpdate,
    list: OrganizationListQuery,
  },
})
export const CREATE_ORGANIZATION = endpoint({
  method: 'post',
  path: ORGANIZATIONS.base,
  body: OrganizationCreate,
  answer: OrganizationCreated,
})
const one = `${ORGANIZATIONS.base}/{id}` as const
export const ARCHIVE_ORGANIZATION = endpoint({
  method: 'post',
  path: `${one}/archive`,
  answer: Organization,
})
export const RESTORE_ORGANIZATION = endpoint({
  method: 'post',
  path: `${one}/restore`,
  answer: Organization,
})
export const CHANGE_OWNER = endpoint({
  method: 'post',
  path: `${one}/change-owner`,
  body: OwnerChange,
  answer: Organization,
})
export const DELETE_ORGANIZATION = endpoint({
  method: 'delete',
  path: one,
  query: OrganizationDeletion,
  answer: null,
})
