import { useDebouncedValue } from '@mantine/hooks'
import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FOUND_KINDS, type Found, GLOBAL_SEARCH } from '#shared/contracts/dashboard/search.ts'
import { call } from '../api/call.ts'
import { useText } from '../i18n/use-text.ts'
import { paperPath } from '../kinds/document/papers.ts'

const TYPED_MS = 200
/** Minimum number of letters for a search. */
const FEWEST_LETTERS = 2

/** Returns the records found by the hub for the input, grouped by kind. */
export function useFound(
  typed: string,
  isEnabled: boolean,
): { groups: SpotlightActionGroupData[]; isLooking: boolean } {
  const t = useText()
  const navigate = useNavigate()
  const [settled] = useDebouncedValue(typed.trim(), TYPED_MS)
  const isWanted = isEnabled && settled.length >= FEWEST_LETTERS
  const { data, isFetching } = useQuery({
    queryKey: [GLOBAL_SEARCH.path, settled],
    queryFn: ({ signal }) => call(GLOBAL_SEARCH, { query: { query: settled }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  const items = isWanted && typed.trim() ? (data?.items ?? []) : []
  const groups = FOUND_KINDS.map((kind) => ({
    group: t(`found.${kind}`),
    actions: items.flatMap((found) => {
      const path = found.kind === kind ? pathOf(found) : null
      if (!path) return []
      return {
        id: `${kind} ${found.id}`,
        label: found.title,
        description: found.detail ?? '',
        // The hub has already matched the record, perhaps despite a typing error, so the palette must not
        // filter it out.
        keywords: typed,
        onClick: () => void navigate({ to: path as '/' }),
      }
    }),
  }))
  return { groups: groups.filter(({ actions }) => actions.length > 0), isLooking: isWanted && isFetching }
}

function pathOf({ kind, id, documentType }: Found): string | null {
  switch (kind) {
    case 'Product':
      return `/products/${id}`
    case 'Counterparty':
      return `/counterparties/${id}`
    case 'Document':
      return documentType && paperPath(documentType, id)
    case 'Receipt':
      return `/sales/${id}`
    case 'LoyaltyCard':
      return `/loyalty-cards/${id}`
    case 'Employee':
      return `/employees/${id}`
  }
}
