import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { PRODUCTS_KEY } from '../catalog/use-products.ts'

const FAVOURITES_KEY = [...PRODUCTS_KEY, 'favourites']

/** Returns the favorites of the shop, or the products sold here most often if there are none. */
export function useFavourites() {
  return useQuery({ queryKey: FAVOURITES_KEY, queryFn: ({ signal }) => agent.favourites(signal) })
}

/** Returns a function that saves the order of the favorites. Errors of the agent are shown as messages. */
export function useArrangeFavourites(): (productIds: string[]) => void {
  const client = useQueryClient()
  const problemText = useProblemText()
  const { mutate } = useMutation({
    // One request at a time, so that the last change wins.
    scope: { id: 'favourites' },
    mutationFn: (productIds: string[]) => agent.arrangeFavourites(productIds),
    onSuccess: (arranged) => {
      client.setQueryData(FAVOURITES_KEY, arranged)
      return client.invalidateQueries({ queryKey: PRODUCTS_KEY })
    },
    onError: (error) => showProblem(problemText(error)),
  })
  return mutate
}
