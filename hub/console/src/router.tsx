import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { publicPages } from './account/pages.ts'
import { queryClient } from './api/query-client.ts'
import { currentSession } from './api/session.ts'
import { textsOfPages } from './i18n/i18n.ts'
import type { PageEntry, Where } from './page-entry.ts'
import { PAGES } from './pages.ts'
import { BrokenPage, Guarded, NotFoundPage } from './shell/notice.tsx'
import { Root } from './shell/root.tsx'
import { parseSearch, stringifySearch } from './shell/search.ts'
import { SignedIn } from './shell/signed-in.tsx'

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: BrokenPage,
  validateSearch: (search): Record<string, string> => search as Record<string, string>,
})

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn })

const routeOf = ({ path, may, load }: PageEntry) => {
  const Page = lazyRouteComponent(load, 'Page')
  return createRoute({
    getParentRoute: () => signedIn,
    path,
    component: () => (
      <Guarded may={may}>
        <Page />
      </Guarded>
    ),
    // Code, texts and data of a page load in parallel before it is shown. Suspending during the render would
    // remove the page frame, and with it the focus.
    loader: async ({ params, location }) => {
      const [module] = await Promise.all([
        load(),
        Page.preload?.(),
        path === '/' ? undefined : textsOfPages(),
      ])
      const where = { params: params as Where['params'], search: location.search as Where['search'] }
      if (currentSession().state === 'signed-in') void module.prepare?.(queryClient, where)
    },
  })
}

const publicRouteOf = ({ path, load }: Pick<PageEntry, 'path' | 'load'>) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load, 'Page'),
  })

export const router = createRouter({
  routeTree: root.addChildren([signedIn.addChildren(PAGES.map(routeOf)), ...publicPages.map(publicRouteOf)]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
