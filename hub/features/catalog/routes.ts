import { area } from '#hub/http/area.ts'
import { changeSetRoutes } from './change-sets/routes.ts'
import { counterpartyRoutes } from './counterparties/routes.ts'
import { countryRoutes } from './countries/routes.ts'
import { currencyRoutes } from './currencies/routes.ts'
import { priceTypeRoutes } from './price-types/routes.ts'
import { productGroupRoutes } from './product-groups/routes.ts'
import { productImageRoutes } from './product-images/routes.ts'
import { productImportRoutes } from './product-imports/routes.ts'
import { productRoutes } from './products/routes.ts'
import { retailPointRoutes } from './retail-points/routes.ts'
import { storeRoutes } from './stores/routes.ts'
import { unitOfMeasureRoutes } from './units-of-measure/routes.ts'

export const catalogRoutes = area(
  productRoutes,
  productImportRoutes,
  productImageRoutes,
  productGroupRoutes,
  priceTypeRoutes,
  unitOfMeasureRoutes,
  changeSetRoutes,
  counterpartyRoutes,
  storeRoutes,
  retailPointRoutes,
  countryRoutes,
  currencyRoutes,
)
