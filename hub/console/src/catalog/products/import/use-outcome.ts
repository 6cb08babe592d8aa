import { useQuery } from '@tanstack/react-query'
import {
  type ImportOutcome,
  type ImportPlanAnswer,
  PRODUCT_IMPORT,
} from '#shared/contracts/catalog/product-imports.ts'
import { call } from '../../../api/call.ts'

/**
 * Returns the plan or the result of the import with this change set id. Undefined while it is loading, or
 * when the import failed.
 */
export function useOutcome(
  { id, state }: { id: string; state: string },
  isImport = true,
): ImportOutcome | ImportPlanAnswer | undefined {
  const { data } = useQuery({
    queryKey: [PRODUCT_IMPORT.path, id, state],
    enabled: isImport,
    queryFn: ({ signal }) => call(PRODUCT_IMPORT, { params: { id }, signal }),
  })
  const outcome = data?.outcome
  return outcome && 'rowsTotal' in outcome ? outcome : undefined
}
