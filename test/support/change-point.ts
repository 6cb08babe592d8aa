import type { Organization } from './hub.ts'

/** Changes settings of the organization's first retail point. Throws when the hub refuses them. */
export async function changePoint({ api, retailPointId }: Organization, changes: object): Promise<void> {
  const path = `/api/catalog/retail-points/${retailPointId}`
  const answer = await api.put(path, { ...(await api.get(path)).body, ...changes })
  if (answer.status !== 200) throw new Error(`the retail point: ${JSON.stringify(answer.body)}`)
}
