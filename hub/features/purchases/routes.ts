import { documentRoutes } from '#hub/documents/routes.ts'
import { area } from '#hub/http/area.ts'
import { supplierReturn } from './supplier-returns/supplier-return.ts'
import { supply } from './supplies/supply.ts'

export const purchasesRoutes = area(documentRoutes(supply), documentRoutes(supplierReturn))
