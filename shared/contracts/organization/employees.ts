import { z } from 'zod'
import { Id, optionalText, paragraphs, text } from '#shared/domain/fields.ts'
import { Email, NewPin } from '../account/auth.ts'
import { BooleanQuery, createFields, listQuery, pageOf, recordFields, updateFields } from '../common.ts'
import { resource } from '../endpoint.ts'

const ids = z
  .array(Id)
  .max(1000)
  .default([])
  .transform((given) => [...new Set(given)].sort())

const editable = {
  lastName: text(255),
  firstName: optionalText(255),
  middleName: optionalText(255),
  position: optionalText(255).meta({ description: 'Job title, such as senior cashier' }),
  phone: optionalText(64),
  email: Email.nullish().transform((email) => email ?? null),
  inn: optionalText(12)
    .refine((inn) => inn === null || /^\d{10,12}$/.test(inn), { error: 'must be 10 to 12 digits' })
    .meta({ description: 'Personal tax number' }),
  roleId: Id,
  retailPointIds: ids.meta({ description: 'Retail points where they may sign in at a till; empty: all' }),
  storeIds: ids.meta({
    description:
      'Stores whose stock and documents they see and write; empty: all. Only stores that you have yourself',
  }),
  isArchived: z
    .boolean()
    .default(false)
    .meta({ description: 'true: no longer works here and cannot sign in' }),
}

const posPin = NewPin.meta({ description: 'Never shown; unique among the employees' })

export const EmployeeCreate = z
  .strictObject({ ...createFields, ...editable, posPin: posPin.nullish() })
  .meta({ id: 'EmployeeCreate' })
export type EmployeeCreate = z.output<typeof EmployeeCreate>
export const EmployeeUpdate = z
  .strictObject({
    ...updateFields,
    ...editable,
    posPin: posPin.nullish().meta({ description: 'Omitted: unchanged; null: they no longer work at tills' }),
    isAccountActive: z
      .boolean()
      .optional()
      .meta({ description: 'false: they can no longer sign in at the office' }),
  })
  .meta({ id: 'EmployeeUpdate' })
export type EmployeeUpdate = z.output<typeof EmployeeUpdate>

export const Employee = z
  .object({
    ...recordFields,
    lastName: z.string(),
    firstName: z.string().nullable(),
    middleName: z.string().nullable(),
    fullName: z.string().meta({ description: 'Last, first and middle name' }),
    position: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    inn: z.string().nullable(),
    roleId: Id,
    roleName: z.string(),
    retailPointIds: z.array(Id),
    storeIds: z.array(Id),
    hasPosPin: z.boolean().meta({ description: 'true: they can sign in at tills' }),
    isOwner: z
      .boolean()
      .meta({ description: 'true: owner of the organization, who cannot be demoted, archived or deleted' }),
    hasAccount: z.boolean().meta({ description: 'true: they can sign in at the office' }),
    isAccountActive: z.boolean(),
    isArchived: z.boolean(),
  })
  .meta({ id: 'Employee' })
export type Employee = z.infer<typeof Employee>
const EmployeePage = pageOf(Employee, 'EmployeePage')
export const EmployeeListQuery = listQuery(['lastName', 'createdAt', 'updatedAt']).extend({
  roleId: Id.optional(),
  retailPointId: Id.optional().meta({
    description: 'Employees who may sign in at the tills of this retail point',
  }),
  isArchived: BooleanQuery.optional(),
  hasAccount: BooleanQuery.optional(),
})
export type EmployeeListQuery = z.output<typeof EmployeeListQuery>

export const RemoveSecondFactor = z
  .strictObject({
    reason: paragraphs(1000).meta({ description: 'Reason, shown in the audit log and in the mail to them' }),
  })
  .meta({ id: 'RemoveSecondFactor' })

export const EMPLOYEES = resource({
  base: '/api/organization/employees',
  contracts: {
    item: Employee,
    page: EmployeePage,
    create: EmployeeCreate,
    update: EmployeeUpdate,
    list: EmployeeListQuery,
  },
})
