import type { Actor } from '#hub/auth/actor.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { SharedView } from '#shared/contracts/organization/shared-views.ts'
import { mayChange } from './may-change.ts'
import type { NamedView } from './queries.ts'

export function presentSharedView(row: NamedView, actor: Actor): SharedView {
  return {
    ...presentRecord(row),
    key: row.key,
    name: row.name,
    value: row.value,
    roleId: row.roleId,
    roleName: row.roleName,
    createdByName: row.createdByName,
    mayChange: mayChange(row, actor),
  }
}
