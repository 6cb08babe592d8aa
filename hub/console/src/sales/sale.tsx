import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { RetailSale } from '#shared/contracts/sales/retail-sales.ts'
import { DocumentPage, documentOptions, prepareDocument } from '../kinds/document/document-page.tsx'
import { Receipt } from './receipt.tsx'
import { retailSale } from './retail-sale.tsx'

export const prepare = prepareDocument(retailSale)

/** Page of a sale. A till's receipt is read-only. A sale or return created in the console is an editable document. */
export function Page() {
  const { id = 'new' } = useParams({ strict: false }) as { id?: string }
  const { data } = useQuery({ ...documentOptions(retailSale.table, id), enabled: id !== 'new' })
  const sale = data as unknown as RetailSale | undefined
  return id !== 'new' && sale?.source === 'Pos' ? (
    <Receipt sale={sale} />
  ) : (
    <DocumentPage definition={retailSale} />
  )
}
