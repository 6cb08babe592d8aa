import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, ApiClient } from '#test/support/hub.ts'

export const BASE = '/api/catalog/products'
export const EXT = `${BASE}/import/ext-csv`
export const OWN = `${BASE}/import-csv`
/**
 * Import path for goods.csv with an exchange rate, since its prices are in roubles and the organization uses
 * tenge.
 */
export const EXT_IN_TENGE = `${EXT}?rates=RUB=5.2`
const FIXTURES = join(import.meta.dirname, '../../fixtures/ext-csv')

export const fixture = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(FIXTURES, name)))
const bytesOf = (text: string) => new TextEncoder().encode(text)
export const csvOf = (...lines: string[]) => bytesOf(lines.map((line) => `${line}\n`).join(''))

/** Sends a file as a multipart form, like a page does. */
export async function sendForm(
  api: ApiClient,
  path: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  const form = new FormData()
  form.append('file', new File([content], 'goods.csv'))
  const request = new Request('http://hub', { method: 'POST', body: form })
  const body = new Uint8Array(await request.arrayBuffer())
  return api.with({ 'Content-Type': request.headers.get('Content-Type') ?? '' }).sendBytes(path, body)
}

export const sendCsv = (api: ApiClient, path: string, content: string | Uint8Array<ArrayBuffer>) =>
  api
    .with({ 'Content-Type': 'text/csv' })
    .sendBytes(path, typeof content === 'string' ? bytesOf(content) : content)

export async function productsOf(api: ApiClient): Promise<Answer['body'][]> {
  const { body } = await api.get(`${BASE}?pageSize=500&sort=code`)
  return body.items
}

export const byCode = async (api: ApiClient, code: string) =>
  (await productsOf(api)).find((product) => product.code === code)
