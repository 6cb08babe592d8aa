import type { PrintReport } from '#shared/contracts/till/printing.ts'
import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import { shiftReportDocument } from '#shared/receipts/shift-report-document.ts'
import type { EdgeEnv } from '../env.ts'
import type { Actor } from '../session/actor.ts'
import { printAtTill } from './queue-document.ts'

/** Prints an X or Z report on the printer of the till. Throws `no_printer`. */
export function printReport(
  agent: EdgeEnv['Variables']['agent'],
  actor: Actor,
  report: ShiftReport,
  { language }: PrintReport,
): void {
  printAtTill(agent, actor, (layout) =>
    shiftReportDocument(report, { ...layout, language }, { isTraining: false }),
  )
}
