import { must } from '#shared/std/must.ts'
import type { Organization } from './hub.ts'

/** Code of the kilogram in the national classifier of units. */
const KILOGRAM = '166'

/** Returns the id of the kilogram unit, for products sold by weight. */
export async function kilogramOf({ api }: Organization): Promise<string> {
  const { items } = (await api.get('/api/catalog/units-of-measure?pageSize=500')).body
  return must(items.find(({ code }: { code: string }) => code === KILOGRAM)).id
}
