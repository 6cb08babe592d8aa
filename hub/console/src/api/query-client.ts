import { MutationCache, QueryClient } from '@tanstack/react-query'
import { NoAnswer } from '#shared/ui/api/client.ts'
import { isConflict } from '../forms/form-errors.ts'

/**
 * Query client. Cached data is shown immediately and refetched. Without a network, a request fails
 * immediately with a message, while the library would wait silently by default.
 */
export const queryClient: QueryClient = new QueryClient({
  // After a conflict with another user, refetch their saved data, so that forms show it beside the input.
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
