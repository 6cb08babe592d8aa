import { type PageEntry, page } from '../page-entry.ts'

export const homePages: readonly PageEntry[] = [page('/', 'signed-in', () => import('./home-page.tsx'))]
