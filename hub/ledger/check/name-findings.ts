import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { BooksFinding } from '#shared/contracts/inventory/books-check.ts'
import type { Finding } from './finding.ts'

type Document = { id: string; number: string; status: 'Draft' | 'Posted' }
type Named = { id: string; name: string }

/** Adds the names of documents, products and stores to findings, with one statement for each kind. */
export async function nameFindings(tx: Tx, findings: readonly Finding[]): Promise<BooksFinding[]> {
  const these = (id: (finding: Finding) => string | null): SQL => {
    const ids = new Set(findings.flatMap((finding) => id(finding) ?? []))
    return sql`organization_id = ${tx.organizationId} AND id = ANY(${sql.param([...ids])}::uuid[])`
  }
  const read = async <Row extends Document | Named>(query: SQL) =>
    new Map((await tx.execute<Row>(query)).rows.map((row) => [row.id, row]))
  const ofDocument = these(({ documentId }) => documentId)
  const documents = await read<Document>(sql`
    SELECT id, number, status FROM documents WHERE ${ofDocument}
    UNION ALL SELECT id, number, status FROM retail_sales WHERE ${ofDocument}`)
  const products = await read<Named>(
    sql`SELECT id, name FROM products WHERE ${these(({ productId }) => productId)}`,
  )
  const stores = await read<Named>(sql`SELECT id, name FROM stores WHERE ${these(({ storeId }) => storeId)}`)
  return findings.map((finding) => {
    const document = documents.get(finding.documentId ?? '')
    return {
      ...finding,
      day: finding.day ?? null,
      documentNumber: document?.number ?? null,
      documentStatus: document?.status ?? null,
      productName: products.get(finding.productId ?? '')?.name ?? null,
      storeName: stores.get(finding.storeId ?? '')?.name ?? null,
    }
  })
}
