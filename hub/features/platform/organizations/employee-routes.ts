import { z } from 'zod'
import { getRecord } from '#hub/db/records.ts'
import { employees } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'
import { requestReset } from '#hub/features/account/password/forgot-password.ts'
import { removeFactor } from '#hub/features/account/second-factor/remove-factor.ts'
import { languageIn } from '#hub/features/account/signup/defaults.ts'
import { giveReason, noteCommand } from '#hub/features/operations/audit-log/queries.ts'
import { inviteEmployee, presentInvitation } from '#hub/features/organization/employees/invitation/invite.ts'
import { presentEmployee } from '#hub/features/organization/employees/present.ts'
import { completeEmployees, type FullEmployee } from '#hub/features/organization/employees/queries.ts'
import { employeeResource } from '#hub/features/organization/employees/routes.ts'
import { lockOrganization } from '#hub/features/organization/owner/hand-over.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute } from '#hub/http/operations.ts'
import { PATH_ORGANIZATION } from '#hub/http/path-organization.ts'
import { resourceOfOrganization } from '#hub/http/standard-resource.ts'
import { ById } from '#shared/contracts/common.ts'
import { EMPLOYEES } from '#shared/contracts/organization/employees.ts'
import {
  INVITE_EMPLOYEE_OF,
  ORGANIZATION_EMPLOYEES,
  REMOVE_SECOND_FACTOR_OF,
  RESET_PASSWORD_OF,
  TOGGLE_ACCOUNT,
  TOGGLE_EMPLOYEE,
} from '#shared/contracts/platform/organization-employees.ts'
import { Id } from '#shared/domain/fields.ts'
import { must } from '#shared/std/must.ts'
import { addressOf, toggleAccount, toggleEmployee } from './employees.ts'

const tag = 'Platform: employees of an organization'
const params = z.object({ orgId: Id })

const about = {
  may: 'super-admin',
  tag,
  params: params.extend(ById.shape),
  present: presentEmployee,
} as const

const changed = async (tx: Tx, id: string, change: Promise<void>): Promise<FullEmployee> => {
  await change
  return must((await completeEmployees(tx, [await getRecord(tx, employees, 'employee', id)]))[0])
}

export const platformEmployeeRoutes = area(
  resourceOfOrganization({
    ...employeeResource,
    contracts: EMPLOYEES.contracts,
    base: ORGANIZATION_EMPLOYEES.path,
    tag,
    params,
  }),
  actionRoute(
    {
      ...about,
      ...TOGGLE_EMPLOYEE,
      summary: 'Archive or restore an employee',
      command: (tx, { id }) => changed(tx, id, toggleEmployee(tx, id)),
    },
    PATH_ORGANIZATION,
  ),
  actionRoute(
    {
      ...about,
      ...TOGGLE_ACCOUNT,
      summary: 'Lock or unlock the account of an employee',
      command: (tx, { id }) => changed(tx, id, toggleAccount(tx, id)),
    },
    PATH_ORGANIZATION,
  ),
  actionRoute(
    {
      may: about.may,
      tag,
      params: about.params,
      ...RESET_PASSWORD_OF,
      summary: 'Mail an employee a link to choose a new password',
      command: async (tx, { id }) => {
        await noteCommand(tx)
        return addressOf(tx, id)
      },
      afterwards: (hub, address) => requestReset(hub, { ...address, origin: '' }),
    },
    PATH_ORGANIZATION,
  ),
  actionRoute(
    {
      may: about.may,
      tag,
      params: about.params,
      ...INVITE_EMPLOYEE_OF,
      summary: 'Invite an employee, such as the owner, again',
      description:
        'By mail, in the language of their country. Where the hub sends no mail, the response has the link, shown only once, to pass on by hand.',
      isAnswerSecret: true,
      command: async (tx, { id, actor, hub }) => {
        const { country } = await lockOrganization(tx)
        return inviteEmployee(tx, { id, language: languageIn(country), actor, hub })
      },
      afterwards: (hub) => hub.jobs.wake('mail'),
      present: presentInvitation,
    },
    PATH_ORGANIZATION,
  ),
  actionRoute(
    {
      may: about.may,
      tag,
      params: about.params,
      ...REMOVE_SECOND_FACTOR_OF,
      stepUp: true,
      summary: 'Remove the second factor of an employee who has lost it',
      command: async (tx, { id, body: { reason }, hub }) => {
        const { accountId, language } = await addressOf(tx, id)
        await giveReason(tx, reason)
        await removeFactor(tx, hub, accountId, { reason, language })
      },
      afterwards: (hub) => hub.jobs.wake('mail'),
    },
    PATH_ORGANIZATION,
  ),
)
