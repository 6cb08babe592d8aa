import { Refusal } from '#shared/ui/api/client.ts'
import type { agent } from '../api/agent.ts'

export type LineToAdd = Parameters<typeof agent.addLine>[0]

/** What the cashier is asked for before a product can be added, as the agent says it (edge/features/cart/add-line.ts). */
export interface MissingFigure {
  figure: 'price' | 'quantity' | 'markingCode' | 'ageCheck'
  productName: string
  /** Not of a marking code. */
  unitName: string | undefined
  /** Asks how many are in a case, not for a weight. */
  isCase: boolean
  /** Years; of an age check. */
  minimumAge: number | undefined
  /** To be added again with the figure. */
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
