import { type PageEntry, page } from '../page-entry.ts'

/** Of whoever has signed in. */
export const accountPages: readonly PageEntry[] = [
  page('/account', 'signed-in', () => import('./account-page.tsx')),
]

/** Without a sign-in. */
export const publicPages: readonly Pick<PageEntry, 'path' | 'load'>[] = []
