import { MutationCache, QueryClient } from '@tanstack/react-query'
import { NoAnswer } from '#shared/ui/api/client.ts'
import { isConflict } from '../forms/form-errors.ts'

/**
 * What was read before is shown at once and asked for again. Without a network a request fails at once and says so; the library
 * would wait for one without a word.
 */
export const queryClient: QueryClient = new QueryClient({
  // Somebody else was faster: what they have saved is read, and forms show it beside what was typed.
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
