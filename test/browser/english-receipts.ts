import type { Organization } from '#test/support/hub.ts'

const POINT = '/api/catalog/retail-points'

/** Receipts are printed in the language of their shop, whatever that of the page: here in that of these tests. */
export async function printInEnglish({ api, retailPointId }: Organization): Promise<void> {
  const { name, storeId, priceTypeId, version } = (await api.get(`${POINT}/${retailPointId}`)).body
  const body = { name, storeId, priceTypeId, version, receiptLanguage: 'en' }
  const { status } = await api.put(`${POINT}/${retailPointId}`, body)
  if (status !== 200) throw new Error(`receipts in English: ${status}`)
}
