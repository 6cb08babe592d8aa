import type { Tx } from '#hub/db/transact.ts'
import { giveReason } from '#hub/features/operations/audit-log/queries.ts'
import { presentInvitation } from '#hub/features/organization/employees/invitation/invite.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, listRoute, PLATFORM } from '#hub/http/operations.ts'
import { PATH_ORGANIZATION } from '#hub/http/path-organization.ts'
import { withoutReadOnly } from '#hub/http/read-only.ts'
import { route, router } from '#hub/http/route.ts'
import { ById } from '#shared/contracts/common.ts'
import { getOf, listOf, updateOf } from '#shared/contracts/endpoint.ts'
import type { Invitation } from '#shared/contracts/organization/invitations.ts'
import {
  ARCHIVE_ORGANIZATION,
  CHANGE_OWNER,
  CREATE_ORGANIZATION,
  DELETE_ORGANIZATION,
  ORGANIZATIONS,
  Organization,
  OrganizationUpdate,
  RESTORE_ORGANIZATION,
} from '#shared/contracts/platform/organizations.ts'
import { startDeletion } from './delete-organization.ts'
import { type FullOrganization, getOrganization, listOrganizations } from './queries.ts'
import { changeOwner, createOrganization, setArchived, updateOrganization } from './save-organization.ts'

const { base } = ORGANIZATIONS
const about = { may: 'super-admin', tag: 'Platform: organizations' } as const

const present = (row: FullOrganization): Organization => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
})

const withoutLink = (invitation: Invitation | null): Invitation | null =>
  invitation && { ...invitation, link: null }

/** Waits for a change to the organization in the path, and returns the changed organization. */
const changed = async (tx: Tx, change: Promise<void>): Promise<FullOrganization> => {
  await change
  return getOrganization(tx)
}

const create = route({
  ...about,
  ...CREATE_ORGANIZATION,
  summary: 'Create an organization and invite its owner',
  description:
    'The owner is invited by mail. Where the hub sends no mail, `ownerInvitation.link` is the link to pass on by hand, shown only once. A ' +
    'repeat with the same id answers 200 with the existing record, without the link.',
  answers: { 201: CREATE_ORGANIZATION.answer, 200: CREATE_ORGANIZATION.answer },
})

const remove = route({
  ...about,
  ...DELETE_ORGANIZATION,
  stepUp: true,
  summary: 'Delete an archived organization with all its data, in the background',
  params: ById,
  answers: { 204: null },
})

export const platformOrganizationRoutes = area(
  listRoute(
    {
      ...about,
      ...listOf(ORGANIZATIONS),
      summary: 'List organizations',
      list: listOrganizations,
      present,
    },
    PLATFORM,
  ),
  router().openapi(create, async (c) => {
    const hub = c.get('hub')
    const made = await createOrganization(hub, c.req.valid('json'), await c.var.author())
    hub.jobs.wake('mail')
    const row = await hub.db.read(made.id, getOrganization)
    const ownerInvitation = made.invitation ? presentInvitation(made.invitation) : null
    const answer = { ...present(row), ownerInvitation }
    c.set('keptAnswer', JSON.stringify({ ...answer, ownerInvitation: withoutLink(ownerInvitation) }))
    c.header('Location', `${base}/${row.id}`)
    return c.json(answer, made.isNew ? 201 : 200)
  }),
  getRoute(
    {
      ...about,
      ...getOf(ORGANIZATIONS),
      summary: 'Get one organization',
      read: (tx: Tx) => getOrganization(tx),
      present,
    },
    PATH_ORGANIZATION,
  ),
  actionRoute(
    {
      ...about,
      ...updateOf(ORGANIZATIONS),
      summary: 'Update an organization',
      body: withoutReadOnly(OrganizationUpdate, Organization),
      command: (tx, { body }) => changed(tx, updateOrganization(tx, body)),
      present,
    },
    PATH_ORGANIZATION,
  ),
  actionRoute(
    {
      ...about,
      ...ARCHIVE_ORGANIZATION,
      summary: 'Lock the office of an organization; its tills continue to sell',
      command: (tx) => changed(tx, setArchived(tx, true)),
      present,
    },
    PATH_ORGANIZATION,
  ),
  actionRoute(
    {
      ...about,
      ...RESTORE_ORGANIZATION,
      summary: 'Unlock the office of an organization',
      command: (tx) => changed(tx, setArchived(tx, false)),
      present,
    },
    PATH_ORGANIZATION,
  ),
  actionRoute(
    {
      ...about,
      ...CHANGE_OWNER,
      stepUp: true,
      summary: 'Change the owner of an organization',
      command: async (tx, { body }) => {
        await giveReason(tx, body.reason)
        return changed(tx, changeOwner(tx, body))
      },
      present,
    },
    PATH_ORGANIZATION,
  ),
  router().openapi(remove, async (c) => {
    const { id: askedById } = await c.var.actor()
    await startDeletion(c.get('hub'), c.req.valid('param').id, {
      confirmation: c.req.valid('query').confirmation,
      requester: { id: askedById, employeeId: null, name: null },
      author: await c.var.author(),
    })
    return c.body(null, 204)
  }),
)
