import { Refusal } from '#shared/ui/api/client.ts'
import type { agent } from '../api/agent.ts'

export type LineToAdd = Parameters<typeof agent.addLine>[0]

/**
 * A figure that the cashier must enter before a product can be added, as reported by the agent
 * (edge/features/cart/add-line.ts).
 */
export interface MissingFigure {
  figure: 'price' | 'quantity' | 'markingCode' | 'ageCheck'
  productName: string
  /** Unit of the figure; undefined for a marking code. */
  unitName: string | undefined
  /** True when the number of pieces in a case is missing, not a weight. */
  isCase: boolean
  /** Age in years, for an age check. */
  minimumAge: number | undefined
  /** Line to add again with the figure. */
  line: LineToAdd
}

const FIGURES = new Map<string, MissingFigure['figure']>([
  ['price_missing', 'price'],
  ['quantity_missing', 'quantity'],
  ['marking_code_missing', 'markingCode'],
  ['age_check_missing', 'ageCheck'],
])

export function findMissingFigure(error: Error, line: LineToAdd): MissingFigure | null {
  if (!(error instanceof Refusal)) return null
  const figure = FIGURES.get(error.problem.code)
  if (!figure) return null
  const { productName, unitName, minimumAge, isCase } = error.problem as unknown as MissingFigure
  return { figure, productName, unitName, minimumAge, isCase: isCase === true, line }
}
