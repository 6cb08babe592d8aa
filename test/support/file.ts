import { parse } from 'csv-parse/sync'
import type { ApiClient } from './hub.ts'

/** Reads an English CSV export as rows by header, with the values that a spreadsheet shows. */
export async function readCsv(api: ApiClient, path: string): Promise<Record<string, string>[]> {
  const response = await api.raw(path)
  const text = Buffer.from(await response.arrayBuffer()).toString()
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`)
  if (!text.startsWith('\ufeff')) throw new Error('there is no byte-order mark')
  const cast = (cell: string) => cell.replace(/^="(\w*)"$/, '$1')
  return parse(text, { bom: true, columns: true, cast })
}
