import { Refusal } from '#shared/ui/api/client.ts'
import type { agent } from '../api/agent.ts'

export type LineToAdd = Parameters<typeof agent.addLine>[0]

/**
 * Input that the cashier must enter before a product can be added, as reported by the agent
 * (edge/features/cart/add-line.ts).
 */
export interface MissingFigure {
  figure: 'price' | 'quantity' | 'markingCode' | 'ageCheck'
  productName: string
  /** Unit of the missing price or quantity. Undefined for a marking code. */
  unitName: string | undefined
  /** True when the missing quantity is the number of pieces in a case, not a weight. */
  isCase: boolean
  /** Minimum age in years, for an age check. */
  minimumAge: number | undefined
  /** The line to add again once the cashier has entered the input. */
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
