import { useQuery } from '@tanstack/react-query'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import { readBitmap } from '#shared/receipts/bitmap.ts'
import type { Raster } from '#shared/receipts/document.ts'
import { useSettings } from '../status/use-status.ts'

/**
 * Returns the logo for receipts, or null when there is none or it is not loaded yet. It is loaded before the
 * first print.
 */
export function useLogo(): Raster | null {
  const key = useSettings()?.logo ?? null
  const { data } = useQuery({
    queryKey: ['logo', key],
    enabled: key !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answer = await fetch(`${TILL_API}/pictures/${key}`, { signal })
      return answer.ok ? readBitmap(new Uint8Array(await answer.arrayBuffer())) : null
    },
  })
  return data ?? null
}
