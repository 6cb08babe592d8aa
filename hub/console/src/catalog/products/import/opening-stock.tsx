import { Anchor, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ImportOutcome } from '#shared/contracts/catalog/product-imports.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useMay } from '../../../api/may.ts'
import { useText } from '../../../i18n/use-text.ts'

type Draft = ImportOutcome['openingStock'][number]

/**
 * Shows the opening stock of a file by store, with its cost, and the draft stock receipts that the import
 * created from it.
 */
export function OpeningStock({ drafts, made }: Pick<ImportOutcome, 'made'> & { drafts: readonly Draft[] }) {
  const t = useText()
  const { amount, number, quantity } = useFormat()
  const takenBack = new Set(made.flatMap(({ id, undone }) => (undone === 'Undone' ? [id] : [])))
  return (
    <Table.ScrollContainer minWidth={460}>
      <Table aria-label={t('import.openingStock')} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.store')}</Table.Th>
            <Table.Th className="number">{t('import.lines')}</Table.Th>
            <Table.Th className="number">{t('import.quantity')}</Table.Th>
            <Table.Th className="number">{t('import.cost')}</Table.Th>
            <Table.Th>{t('import.draft')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {drafts.map((draft, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a store may have several drafts, and none moves
            <Table.Tr key={index}>
              <Table.Td>{draft.storeName}</Table.Td>
              <Table.Td className="number">{number(draft.lines)}</Table.Td>
              <Table.Td className="number">{quantity(draft.quantity)}</Table.Td>
              <Table.Td className="number">
                {draft.sum === null ? '—' : amount(draft.sum)}
                {draft.withoutCost > 0 && (
                  <div>{t('import.withoutCost', { shown: number(draft.withoutCost) })}</div>
                )}
              </Table.Td>
              <Table.Td>
                {takenBack.has(draft.enterId ?? '') ? t('import.takenBack') : <DraftLink draft={draft} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function DraftLink({ draft: { enterId, number } }: { draft: Draft }) {
  const t = useText()
  const isAllowed = useMay()
  if (!enterId) return t('import.draftToBe')
  if (!isAllowed('inventory.view')) return number
  const to = `/enters/${enterId}` as '/'
  return <Anchor renderRoot={(props) => <Link to={to} {...props} />}>{number}</Anchor>
}
