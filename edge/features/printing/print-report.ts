import type { PrintReport } from '#shared/contracts/till/printing.ts'
import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import { Problem } from '#shared/problems/problem.ts'
import { shiftReportDocument } from '#shared/receipts/shift-report-document.ts'
import { must } from '#shared/std/must.ts'
import { readPrinterAddress } from '../../devices/printers/printer-address.ts'
import type { EdgeEnv } from '../env.ts'
import type { Actor } from '../session/actor.ts'
import { printerOf } from './printers.ts'
import { queueDocument } from './queue-document.ts'
import { receiptLayout } from './receipt-layout.ts'

/** X or Z on the printer of the till. Throws no_printer: the browser prints then. */
export function printReport(
  agent: EdgeEnv['Variables']['agent'],
  actor: Actor,
  report: ShiftReport,
  { language }: PrintReport,
): void {
  const printer = printerOf({ config: agent.config, devices: agent.journal.read.devices }, actor.tillId)
  if (!printer) throw new Problem('no_printer')
  const settings = must(
    agent.replica.find((reader) => reader.settings.find()),
    'settings of the retail point',
  )
  const { paperWidth } = readPrinterAddress(printer.address)
  const layout = { ...receiptLayout(settings, paperWidth), language }
  queueDocument(agent, actor, printer, shiftReportDocument(report, layout, { isTraining: false }))
}
