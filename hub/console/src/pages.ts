import { accountPages } from './account/pages.ts'
import { catalogPages } from './catalog/pages.ts'
import { documentPages } from './documents/pages.ts'
import { fleetPages } from './fleet/pages.ts'
import { homePages } from './home/pages.ts'
import { loyaltyPages } from './loyalty/pages.ts'
import { organizationPages } from './organization/pages.ts'
import type { PageEntry } from './page-entry.ts'
import { platformPages } from './platform/pages.ts'
import { reportPages } from './reports/pages.ts'
import { salesPages } from './sales/pages.ts'

/** Pages of the organization's area and of the account. Each area of the product has a file `pages.ts`. */
export const PAGES: readonly PageEntry[] = [
  ...homePages,
  ...catalogPages,
  ...salesPages,
  ...reportPages,
  ...loyaltyPages,
  ...fleetPages,
  ...documentPages,
  ...organizationPages,
  ...platformPages,
  ...accountPages,
]
