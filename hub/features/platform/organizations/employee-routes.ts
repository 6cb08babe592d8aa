import { z } from 'zod'
import { getRecord } from '#hub/db/records.ts'
import { employees } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'
import { askForReset } from '#hub/features/account/password/forgot-password.ts'
import { removeFactor } from '#hub/features/account/second-factor/remove-factor.ts'
import { languageIn } from '#hub/features/account/signup/defaults.ts'
import { giveReason, noteDeed } from '#hub/features/organization/audit-log/queries.ts'
import { inviteEmployee, presentInvitation } from '#hub/features/organization/employees/invitation/invite.ts'
import { presentEmployee } from '#hub/features/organization/employees/present.ts'
import { completeEmployees, type FullEmployee } from '#hub/features/organization/employees/queries.ts'
import { employeeResource } from '#hub/features/organization/employees/routes.ts'
import { area } from '#hub/http/area.ts'
import { OF_PATH } from '#hub/http/of-path.ts'
import { actionRoute } from '#hub/http/operations.ts'
import { resourceOfOrganization } from '#hub/http/standard-resource.ts'
import { ById, Id } from '#shared/contracts/common.ts'
import { EMPLOYEES } from '#shared/contracts/organization/employees.ts'
import {
  INVITE_EMPLOYEE_OF,
  ORGANIZATION_EMPLOYEES,
  REMOVE_SECOND_FACTOR_OF,
  RESET_PASSWORD_OF,
  TOGGLE_ACCOUNT,
  TOGGLE_EMPLOYEE,
} from '#shared/contracts/platform/organization-employees.ts'
import { must } from '#shared/std/must.ts'
import { addressOf, toggleAccount, toggleEmployee } from './employees.ts'
import { lockOrganization } from './queries.ts'

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
      summary: 'Archive an employee, or bring them back',
      deed: (tx, { id }) => changed(tx, id, toggleEmployee(tx, id)),
    },
    OF_PATH,
  ),
  actionRoute(
    {
      ...about,
      ...TOGGLE_ACCOUNT,
      summary: 'Lock the account of an employee, or open it again',
      deed: (tx, { id }) => changed(tx, id, toggleAccount(tx, id)),
    },
    OF_PATH,
  ),
  actionRoute(
    {
      may: about.may,
      tag,
      params: about.params,
      ...RESET_PASSWORD_OF,
      summary: 'Mail an employee a link to choose a new password',
      deed: async (tx, { id }) => {
        await noteDeed(tx)
        return addressOf(tx, id)
      },
      afterwards: (hub, address) => askForReset(hub, { ...address, origin: '' }),
    },
    OF_PATH,
  ),
  actionRoute(
    {
      ...{ may: about.may, tag, params: about.params },
      ...INVITE_EMPLOYEE_OF,
      summary: 'Invite an employee, such as the owner, once more',
      description:
        'By mail, in the language of their country. Where the hub sends no mail, the answer has the link, shown once, to hand over.',
      isAnswerSecret: true,
      deed: async (tx, { id, actor, hub }) => {
        const { country } = await lockOrganization(tx)
        return inviteEmployee(tx, { id, language: languageIn(country), actor, hub })
      },
      afterwards: (hub) => hub.jobs.wake('mail'),
      present: presentInvitation,
    },
    OF_PATH,
  ),
  actionRoute(
    {
      ...{ may: about.may, tag, params: about.params },
      ...REMOVE_SECOND_FACTOR_OF,
      stepUp: true,
      summary: 'Take off the second factor of an employee who has lost it',
      deed: async (tx, { id, body: { reason }, hub }) => {
        const { accountId, language } = await addressOf(tx, id)
        await giveReason(tx, reason)
        await removeFactor(tx, hub, accountId, { reason, language })
      },
      afterwards: (hub) => hub.jobs.wake('mail'),
    },
    OF_PATH,
  ),
)
