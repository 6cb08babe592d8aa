import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CREATE_PRESET,
  DELETE_PRESET,
  PRESETS,
  type Preset,
  UPDATE_PRESET,
} from '#shared/contracts/account/presets.ts'
import { createOf, listOf, removeOf, updateOf } from '#shared/contracts/endpoint.ts'
import { SHARED_VIEWS, type SharedView } from '#shared/contracts/organization/shared-views.ts'
import { call } from '../../api/call.ts'
import { useOrganization } from '../../api/use-organization.ts'

/** Audience of a saved view. */
export type Audience = 'me' | 'everybody' | 'role'

/** A saved view of a list: private (a preset) or shared. */
export interface SavedView {
  id: string
  version: number
  name: string
  /** The view as URL parameters. */
  value: Record<string, string>
  /** True when the user's list opens with this view. */
  isDefault: boolean
  audience: Audience
  roleId: string | null
  roleName: string | null
  /** Author of a shared view. */
  author: string | null
  mayChange: boolean
}

export type ViewValues = Pick<SavedView, 'name' | 'value' | 'isDefault' | 'audience' | 'roleId'>

/** Maximum number of views per request. */
const MOST = 500

/** Returns the saved views of a list, stored under the given key. The user's own views come first. */
export function useSavedViews(key: string): { views: SavedView[]; reload: () => Promise<unknown> } {
  const client = useQueryClient()
  const organization = useOrganization()
  const queryKey = [PRESETS.path, key, organization?.id]
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async () => {
      const [{ items: own }, { items: shared }] = await Promise.all([
        call(PRESETS, { query: { key } }),
        organization && !key.startsWith('/api/super-admin')
          ? call(listOf(SHARED_VIEWS), { query: { key, pageSize: MOST } })
          : { items: [] },
      ])
      return [...own.map(ownView), ...shared.map(sharedView)]
    },
  })
  return { views: data, reload: () => client.invalidateQueries({ queryKey }) }
}

/**
 * Saves a new view or changes an existing one. Sharing a private view, or making a shared one private,
 * creates another view. Returns its id.
 */
export async function saveView(
  key: string,
  before: SavedView | undefined,
  { name, value, isDefault, audience, roleId }: ViewValues,
): Promise<string> {
  const isShared = audience !== 'me'
  if (before && (before.audience !== 'me') === isShared) {
    const given = { params: { id: before.id } }
    const body = { version: before.version, key, name, value }
    if (isShared) await call(updateOf(SHARED_VIEWS), { ...given, body: { ...body, roleId } })
    else await call(UPDATE_PRESET, { ...given, body: { ...body, isDefault } })
    return before.id
  }
  const body = { key, name, value }
  const { id } = isShared
    ? await call(createOf(SHARED_VIEWS), { body: { ...body, roleId } })
    : await call(CREATE_PRESET, { body: { ...body, isDefault } })
  if (before) await deleteView(before)
  return id
}

export async function deleteView({ id, audience }: SavedView): Promise<void> {
  await call(audience === 'me' ? DELETE_PRESET : removeOf(SHARED_VIEWS), { params: { id } })
}

const ownView = ({ id, version, name, value, isDefault }: Preset): SavedView => ({
  id,
  version,
  name,
  isDefault,
  value: value as Record<string, string>,
  audience: 'me',
  roleId: null,
  roleName: null,
  author: null,
  mayChange: true,
})

function sharedView(view: SharedView): SavedView {
  const { id, version, name, value, roleId, roleName, createdByName, mayChange } = view
  return {
    id,
    version,
    name,
    isDefault: false,
    value: value as Record<string, string>,
    audience: roleId ? 'role' : 'everybody',
    roleId,
    roleName,
    author: createdByName,
    mayChange,
  }
}
