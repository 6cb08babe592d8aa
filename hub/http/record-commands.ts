import type { SQL } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import {
  getRecord,
  type Inserted,
  type ListOptions,
  listRecords,
  type RecordTable,
  type Row,
} from '#hub/db/records.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ListQuery } from '#shared/contracts/common.ts'
import { must } from '#shared/std/must.ts'
import type { AfterCommit, ResourceCommands } from './standard-resource.ts'

interface RecordCommands<Table extends RecordTable, Create, Update, Query, Removal, Full>
  extends Pick<ListOptions, 'defaultSort' | 'sortBy'>,
    Partial<Pick<ListOptions, 'searchIn'>> {
  /** Returns the filter conditions of the list. */
  where?(query: Query, tx: Tx): (SQL | undefined)[] | Promise<(SQL | undefined)[]>
  create(tx: Tx, input: Create, actor: Actor, hub: HubContext): Promise<Inserted<Table>>
  update(tx: Tx, id: string, input: Update, actor: Actor, hub: HubContext): Promise<Row<Table>>
  remove?(tx: Tx, id: string, actor: Actor, query: Removal): Promise<void> | Promise<AfterCommit>
  /** Adds members from other tables to the rows, keeping their order. */
  complete?(tx: Tx, rows: Row<Table>[]): Promise<Full[]>
}

/** Returns the commands of a standard resource backed by one table. */
export function recordCommands<
  Table extends RecordTable,
  Create,
  Update,
  Query extends ListQuery,
  Removal,
  Full extends Row<Table> = Row<Table>,
>(
  table: Table,
  noun: string,
  {
    where,
    create,
    update,
    remove,
    searchIn = [],
    complete = async (_, rows) => rows as Full[],
    ...list
  }: RecordCommands<Table, Create, Update, Query, Removal, Full>,
): ResourceCommands<Tx, Full, Create, Update, Query, Removal> {
  const completeOne = async (tx: Tx, row: Row<Table>) => must((await complete(tx, [row]))[0], noun)
  return {
    list: async (tx, query) => {
      const filters = (await where?.(query, tx)) ?? []
      const { rows, total } = await listRecords(tx, table, query, { ...list, searchIn, where: filters })
      return { rows: await complete(tx, rows), total }
    },
    get: async (tx, id) => completeOne(tx, await getRecord(tx, table, noun, id)),
    create: async (tx, input, actor, hub) => {
      const { row, isNew } = await create(tx, input, actor, hub)
      return { row: await completeOne(tx, row), isNew }
    },
    update: async (tx, id, input, actor, hub) => completeOne(tx, await update(tx, id, input, actor, hub)),
    ...(remove && { remove }),
  }
}
