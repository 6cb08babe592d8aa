import { remarkText } from '#shared/imports/remarks.ts'
import type { Existing, ExistingProducts } from './find-existing.ts'
import type { PlannedProduct } from './plan-product.ts'
import type { RowFaults } from './row-faults.ts'

/** Reports codes that two products would share. */
export function refuseSharedCodes(
  planned: readonly PlannedProduct[],
  existing: ExistingProducts,
  faults: RowFaults,
): void {
  refuseShared(planned, 'code', existing.withCode, faults)
  refuseShared(planned, 'externalCode', existing.withExternalCode, faults)
  refuseShared(planned, 'weightCode', existing.withWeightCode, faults)
}

function refuseShared(
  planned: readonly PlannedProduct[],
  field: 'code' | 'externalCode' | 'weightCode',
  find: (code: string) => Existing | undefined,
  faults: RowFaults,
): void {
  const rows = new Map<string, number>()
  for (const product of planned) {
    const code = product.values[field]
    if (!code) continue
    const row = rows.get(code)
    const owner = find(code)
    if (row !== undefined) faults.add(product, field, code, remarkText('shared_with_row', { row }))
    else if (owner && owner.id !== product.id)
      faults.add(
        product,
        field,
        code,
        remarkText('shared_with_product', { product: owner.name, code: owner.code }),
      )
    rows.set(code, product.row)
  }
}
