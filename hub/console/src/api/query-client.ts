import { QueryClient } from '@tanstack/react-query'
import { NoAnswer } from '#shared/ui/api/client.ts'

/** What was read before is shown at once and asked for again; who has no line is told so and asked for patience. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => error instanceof NoAnswer && failures < 3,
      retryDelay: (failures) => 1000 * 2 ** failures,
    },
    mutations: { retry: false },
  },
})
