import { expect } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import type { TestHub } from '#test/support/hub.ts'
import { drawPicture } from '#test/support/pictures.ts'
import { BASES, type Office } from './book-keeping.ts'

/**
 * Fills an office with products, counterparties, documents, receipts and loyalty data. Each kind of document
 * has a different number of documents. Returns the till of the office.
 */
export async function fillOffice(door: TestHub, office: Office): Promise<Device> {
  const { api, organization, header, tea } = office
  const make = async (path: string, body: object) => {
    const made = await api.post(path, body)
    expect([path, made.status < 300 ? '' : made.body]).toEqual([path, ''])
    return made.body
  }
  const group = await make('/api/catalog/product-groups', { name: 'Drinks' })
  await make('/api/catalog/product-groups', { name: 'Hot drinks', parentId: group.id })
  const partner = await make('/api/catalog/counterparties', { name: 'Tea house', kind: 'LegalEntity' })
  const milk = await createProduct(organization, {
    name: 'Milk',
    productGroupId: group.id,
    supplierId: partner.id,
  })
  const picture = await drawPicture('green')
  await api.sendFile(`/api/catalog/products/${milk}/images`, picture, { name: 'milk.png' })
  for (const [at, base] of Object.values(BASES).entries())
    for (let i = 0; i < at + 2; i += 1) {
      const line = { productId: tea, quantity: base === BASES.supply ? 50 : 5 }
      const lines = [
        base === BASES.inventory ? { productId: tea, countedQuantity: 5 } : { ...line, price: 1 },
      ]
      const isPriced = !/inventories|losses|transfers/.test(base)
      const made = await make(base, {
        id: newId(),
        ...header(base),
        ...(/supplies|demands/.test(base) && { counterpartyId: partner.id }),
        lines: base === BASES.inventory || isPriced ? lines : [line],
      })
      if (base === BASES.supply || base === BASES.demand) await make(`${base}/${made.id}/post`, {})
    }
  const program = await make('/api/loyalty/programs', { name: 'Club', kind: 'Bonus', earnPercent: 5 })
  await make('/api/loyalty/cards/issue', { programId: program.id, cardNumber: '777', customerId: partner.id })
  const till = await enrolDevice(door, organization)
  const sale = saleBody(organization, [{ productId: tea }, { productId: milk }], { customerId: partner.id })
  const { body } = await till.upload([till.item(sale)])
  expect(body.results).toMatchObject([{ result: 'accepted' }])
  return till
}
