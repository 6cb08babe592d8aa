import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { PRODUCTS_KEY } from '../catalog/use-products.ts'

const FAVOURITES_KEY = [...PRODUCTS_KEY, 'favourites']

/** Returns the favourites of the shop, or else the products sold here most often. */
export function useFavourites() {
  return useQuery({ queryKey: FAVOURITES_KEY, queryFn: ({ signal }) => agent.favourites(signal) })
}

/** Returns a function that arranges favourites in the given order; refusals of the agent are shown in words. */
export function useArrangeFavourites(): (productIds: string[]) => void {
  const client = useQueryClient()
  const problemText = useProblemText()
  const { mutate } = useMutation({
    // One after the other: the last press wins.
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
