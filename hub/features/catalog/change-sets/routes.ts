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
/** Checked by the deeds, which know the kind. */
const BY_KIND = 'Takes the permissions that its kind needs.'

const wake = ({ jobs }: HubContext, { job }: FullChangeSet): void => jobs.wake(must(job).type as TrackedJob)

export const changeSetRoutes = area(
  listRoute({
    ...CHANGE_SETS,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'List the changes of many records',
    description: 'The latest first: who has changed what, and what was undone.',
    list: listChangeSets,
    present: presentChangeSet,
  }),
  actionRoute({
    ...CREATE_CHANGE_SET,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Preview a change of many records',
    description: `${BY_KIND} Changes nothing: the rows of the change set say what it would do to each record.`,
    status: 201,
    deed: (tx, { body, actor }) => createChangeSet(tx, body, actor),
    present: presentChangeSet,
    location: ({ id }) => `${CHANGE_SETS.path}/${id}`,
  }),
  getRoute({
    ...CHANGE_SET,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Get one change of many records',
    read: (tx, { id }) => getChangeSet(tx, id),
    present: presentChangeSet,
  }),
  actionRoute({
    ...DELETE_CHANGE_SET,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Throw away a preview',
    description: `${BY_KIND} One that was applied stays.`,
    deed: (tx, { id, actor }) => deleteChangeSet(tx, id, actor),
    afterwards: async ({ files }, keys) => {
      for (const key of keys) await files.delete(key)
    },
  }),
  getRoute({
    ...CHANGE_SET_ROWS,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'List the records of a change of many records',
    description: 'Before and after, field by field. Costs only for those who may see them.',
    read: async (tx, { id, query }) => {
      const { rows, total } = await listChangeSetRows(tx, id, query)
      return { rows, total, names: await namesOf(tx, rows), query }
    },
    present: ({ rows, total, names, query: { page, pageSize } }, actor) => ({
      items: rows.map((row) => presentRow(row, names, actor)),
      ...{ page, pageSize, total },
    }),
  }),
  actionRoute({
    ...APPLY_CHANGE_SET,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Apply a change of many records',
    description:
      `${BY_KIND} A job does it: ask for the change set to see how far it is. A record that was edited since the preview stays and is ` +
      'Refused. One that has Failed goes on where it ended.',
    deed: (tx, { id, actor, hub: { jobs } }) => applyChangeSet(tx, id, { actor, jobs }),
    afterwards: wake,
    present: presentChangeSet,
  }),
  actionRoute({
    ...UNDO_CHANGE_SET,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Undo a change of many records',
    description: `${BY_KIND} A job does it. Each record gets its values of before; one whose values were edited since stays and is LeftAlone.`,
    deed: (tx, { id, actor, hub: { jobs } }) => undoChangeSet(tx, id, { actor, jobs }),
    afterwards: wake,
    present: presentChangeSet,
  }),
)
