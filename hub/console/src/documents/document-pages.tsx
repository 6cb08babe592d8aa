import type { DocumentDefinition } from '../kinds/document/document-definition.ts'
import { DocumentPage, prepareDocument } from '../kinds/document/document-page.tsx'
import { ListPage } from '../kinds/list/list-page.tsx'
import { prepareList } from '../kinds/list/rows.ts'
import type { PageModule } from '../page-entry.ts'
import { documentList } from './document-list.tsx'
import { demand, enter, inventory, loss, supplierReturn, supply, transfer } from './kinds.tsx'

function pagesOf(definition: DocumentDefinition): { list: PageModule; one: PageModule } {
  const rows = documentList(definition)
  return {
    list: { Page: () => <ListPage definition={rows} />, prepare: prepareList(rows) },
    one: { Page: () => <DocumentPage definition={definition} />, prepare: prepareDocument(definition) },
  }
}

export const PAGES = {
  supplies: pagesOf(supply),
  supplierReturns: pagesOf(supplierReturn),
  demands: pagesOf(demand),
  enters: pagesOf(enter),
  losses: pagesOf(loss),
  transfers: pagesOf(transfer),
  inventories: pagesOf(inventory),
}
