import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Permission } from '#shared/domain/permissions.ts'

/** Parameters in the URL of a page: those in its path, and its search parameters as text. */
export interface Where {
  params: Record<string, string>
  search: Record<string, string>
}

export interface PageModule {
  Page: () => ReactNode
  /** Starts fetching the data of the page before it is shown. */
  prepare?: (client: QueryClient, where: Where) => unknown
}

export interface PageEntry {
  /** Path, with `$name` for parameters. */
  path: `/${string}`
  may: Permission | 'signed-in' | 'super-admin'
  /** Loads the code of the page when it is first opened. */
  load: () => Promise<PageModule>
}

export const page = (path: PageEntry['path'], may: PageEntry['may'], load: PageEntry['load']): PageEntry => ({
  path,
  may,
  load,
})
