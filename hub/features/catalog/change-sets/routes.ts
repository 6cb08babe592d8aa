import type { HubContext } from '#hub/context.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, listRoute } from '#hub/http/operations.ts'
import type { TrackedJob } from '#hub/jobs/queues.ts'
import {
  APPLY_CHANGE_SET,
  CHANGE_SET,
  CHANGE_SET_ROWS,
  CHANGE_SETS,
  CREATE_CHANGE_SET,
  DELETE_CHANGE_SET,
  UNDO_CHANGE_SET,
} from '#shared/contracts/catalog/change-sets.ts'
import { must } from '#shared/std/must.ts'
import { createChangeSet } from './create-change-set.ts'
import { presentChangeSet, presentRow } from './present.ts'
import { type FullChangeSet, getChangeSet, listChangeSetRows, listChangeSets } from './queries.ts'
import { namesOf } from './reference-names.ts'
import { applyChangeSet, deleteChangeSet, undoChangeSet } from './start-change-set.ts'

const tag = 'Catalog: change sets'
/** The commands check the permissions, because these depend on the kind. */
const BY_KIND = 'Requires the permissions of its kind.'

const wake = ({ jobs }: HubContext, { job }: FullChangeSet): void => jobs.wake(must(job).type as TrackedJob)

export const changeSetRoutes = area(
  listRoute({
    ...CHANGE_SETS,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'List change sets',
    description: 'The latest first, with the authors of changes and undone changes.',
    list: listChangeSets,
    present: presentChangeSet,
  }),
  actionRoute({
    ...CREATE_CHANGE_SET,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Preview a change of many records',
    description: `${BY_KIND} Changes nothing: the rows of the change set show its effect on each record.`,
    status: 201,
    command: (tx, { body, actor }) => createChangeSet(tx, body, actor),
    present: presentChangeSet,
    location: ({ id }) => `${CHANGE_SETS.path}/${id}`,
  }),
  getRoute({
    ...CHANGE_SET,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Get a change set',
    read: (tx, { id }) => getChangeSet(tx, id),
    present: presentChangeSet,
  }),
  actionRoute({
    ...DELETE_CHANGE_SET,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Discard a preview',
    description: `${BY_KIND} An applied change set stays.`,
    command: (tx, { id, actor }) => deleteChangeSet(tx, id, actor),
    afterwards: async ({ files }, keys) => {
      for (const key of keys) await files.delete(key)
    },
  }),
  getRoute({
    ...CHANGE_SET_ROWS,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'List the rows of a change set',
    description: 'Before and after, field by field. Costs are included only for users who may see them.',
    read: async (tx, { id, query }) => {
      const { rows, total } = await listChangeSetRows(tx, id, query)
      return { rows, total, names: await namesOf(tx, rows), query }
    },
    present: ({ rows, total, names, query: { page, pageSize } }, actor) => ({
      items: rows.map((row) => presentRow(row, names, actor)),
      page,
      pageSize,
      total,
    }),
  }),
  actionRoute({
    ...APPLY_CHANGE_SET,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Apply a change set',
    description:
      `${BY_KIND} A job does it: poll the change set for its progress. A record that was edited since the preview stays and is ` +
      'Refused. A change set that has Failed continues where it ended.',
    command: (tx, { id, actor, hub: { jobs } }) => applyChangeSet(tx, id, { actor, jobs }),
    afterwards: wake,
    present: presentChangeSet,
  }),
  actionRoute({
    ...UNDO_CHANGE_SET,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Undo a change set',
    description: `${BY_KIND} A job does it. Each record gets its previous values; a record whose values were edited since stays and is LeftAlone.`,
    command: (tx, { id, actor, hub: { jobs } }) => undoChangeSet(tx, id, { actor, jobs }),
    afterwards: wake,
    present: presentChangeSet,
  }),
)
