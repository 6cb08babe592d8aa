import { MutationCache, QueryClient } from '@tanstack/react-query'
import { NoAnswer } from '#shared/ui/api/client.ts'
import { isConflict } from '../forms/form-errors.ts'

/**
 * Query client. Cached data is shown at once and fetched again. Without a network a request fails at once
 * with a message; by default the library would wait silently.
 */
export const queryClient: QueryClient = new QueryClient({
  // Another user was faster: their saved data is read, and forms show it beside the input.
  mutationCache: new MutationCache({
    onError: (error) => {
      if (isConflict(error)) void queryClient.invalidateQueries()
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => error instanceof NoAnswer && failures < 3,
      retryDelay: (failures) => 1000 * 2 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
