import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import type { Column } from './list-definition.ts'
import type { View } from './view.ts'

/** Media query for phones, as in the styles of the list. */
const PHONE = '(max-width: 700px)'
const CHOICE_PX = 40
const LEAST_REST_PX = 110

/**
 * Returns the visible columns in their order: those of the view, or the list's defaults. On a phone, returns
 * only the few that fit side by side.
 */
export function useShownColumns<Row>(
  columns: readonly Column<Row>[],
  { columns: chosen }: Pick<View, 'columns'>,
): readonly Column<Row>[] {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    if (chosen) return chosen.flatMap((id) => columns.find((column) => column.id === id) ?? [])
    const fitting = isPhone ? fitInto(window.innerWidth - CHOICE_PX, columns) : []
    return fitting.length > 0 ? fitting : columns.filter(({ isHidden }) => !isHidden)
  }, [columns, chosen, isPhone])
}

function fitInto<Row>(width: number, columns: readonly Column<Row>[]): Column<Row>[] {
  const widths = columns.map(({ phone }) => (typeof phone === 'number' ? phone : 0))
  const rest = Math.max(LEAST_REST_PX, width - widths.reduce((sum, each) => sum + each, 0))
  return columns.flatMap((column) =>
    column.phone === undefined ? [] : [{ ...column, width: column.phone === 'rest' ? rest : column.phone }],
  )
}
