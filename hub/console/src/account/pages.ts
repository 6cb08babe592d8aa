import { type PageEntry, page } from '../page-entry.ts'

/** Pages for signed-in users. */
export const accountPages: readonly PageEntry[] = [
  page('/account', 'signed-in', () => import('./account-page.tsx')),
]

/** Pages without sign-in. Emails and single sign-on link to these addresses. */
export const publicPages: readonly Pick<PageEntry, 'path' | 'load'>[] = [
  { path: '/sign-in', load: () => import('./sign-in-route.tsx') },
  { path: '/sign-up', load: () => import('./sign-up-page.tsx') },
  { path: '/forgot-password', load: () => import('./forgot-password-page.tsx') },
  { path: '/reset-password', load: () => import('./reset-password-page.tsx') },
  { path: '/confirm-address', load: () => import('./confirm-address-page.tsx') },
  { path: '/accept-invitation', load: () => import('./accept-invitation-page.tsx') },
]
