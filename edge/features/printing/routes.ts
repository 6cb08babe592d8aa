import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import type { TillPrinters, TillPrinting } from '#shared/contracts/till/printing.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { readPrinterAddress } from '../../devices/printers/printer-address.ts'
import { readBody, readParams } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { PrintJob } from '../../journal/print-spool.ts'
import type { EdgeEnv } from '../env.ts'
import { getReceipt } from '../receipts/find-receipt.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { may } from '../session/may.ts'
import { requireLimit } from '../session/require-limit.ts'
import { recordEvent } from '../shifts/record-event.ts'
import { takeXReport, takeZReport } from '../shifts/take-report.ts'
import { printLabels } from './print-labels.ts'
import { printReport } from './print-report.ts'
import {
  type KnownPrinter,
  listPrinters,
  type PrinterSources,
  printerOf,
  requirePrinter,
} from './printers.ts'
import { queueDocument } from './queue-document.ts'
import { testPage } from './test-page.ts'

export const printingRoutes = new Hono<EdgeEnv>()

serve(printingRoutes, TILL_ROUTES.printing, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  return c.json(presentPrinting(agent, actor))
})

serve(printingRoutes, TILL_ROUTES.printReceipt, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const { number } = readParams(c, TILL_INPUTS.printReceipt.params)
  const { id, sale, printedCount } = getReceipt(agent, number)
  const printer = requirePrinter(agent, actor)
  agent.journal.transact((tx) => {
    if (isRepeated(agent, tx, actor)) return
    const jobId = tx.printSpool.add({
      printer: printer.name,
      tillId: actor.tillId,
      title: '',
      opensDrawer: false,
      receiptId: id,
      document: null,
      queuedAt: agent.clock.now().toISOString(),
    })
    if (tx.printSpool.find(jobId)?.isCopy)
      recordEvent(agent, tx, actor, 'copy_printed', {
        receiptNumber: sale.receiptNumber,
        printedCount: printedCount + 1,
      })
  })
  agent.spool.wake(printer.name)
  return c.json(presentPrinting(agent, actor), 202)
})

serve(printingRoutes, TILL_ROUTES.printXReport, ...may('pos.sell'), async (c) => {
  const { agent, actor } = c.var
  const input = await readBody(c, TILL_INPUTS.printXReport.body)
  printReport(agent, actor, takeXReport(agent, actor), input)
  return c.json(presentPrinting(agent, actor), 202)
})

serve(printingRoutes, TILL_ROUTES.printZReport, ...may('pos.sell'), async (c) => {
  const { agent, actor } = c.var
  const { number } = readParams(c, TILL_INPUTS.printZReport.params)
  const input = await readBody(c, TILL_INPUTS.printZReport.body)
  printReport(agent, actor, takeZReport(agent, actor, number), input)
  return c.json(presentPrinting(agent, actor), 202)
})

serve(printingRoutes, TILL_ROUTES.printLabels, ...may('pos.sell'), async (c) => {
  const { agent, actor } = c.var
  const { productId } = readParams(c, TILL_INPUTS.printLabels.params)
  printLabels(agent, actor, productId, await readBody(c, TILL_INPUTS.printLabels.body))
  return c.json(presentPrinting(agent, actor), 202)
})

serve(printingRoutes, TILL_ROUTES.retryPrinting, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  for (const { printer } of agent.journal.read.printSpool.pending()) agent.spool.wake(printer)
  return c.json(presentPrinting(agent, actor))
})

serve(printingRoutes, TILL_ROUTES.cancelPrintJob, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const { jobId } = readParams(c, TILL_INPUTS.cancelPrintJob.params)
  if (!agent.spool.cancel(jobId)) throw new Problem('print_job_not_found')
  return c.json(presentPrinting(agent, actor))
})

serve(printingRoutes, TILL_ROUTES.printers, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  return c.json(presentPrinters(agent, actor))
})

serve(printingRoutes, TILL_ROUTES.putPrinter, ...may('pos.sell'), async (c) => {
  const { agent, actor } = c.var
  const { name } = readParams(c, TILL_INPUTS.putPrinter.params)
  const { address } = await readBody(c, TILL_INPUTS.putPrinter.body)
  refuseFixed(agent, name)
  try {
    readPrinterAddress(address)
  } catch (error) {
    throw invalidField(['address'], (error as Error).message)
  }
  agent.journal.transact((tx) => {
    requireLimit(agent, tx, actor, 'allowDeviceSetup')
    tx.devices.put('printer', { name, address })
  })
  agent.spool.wake(name)
  return c.json(presentPrinters(agent, actor))
})

serve(printingRoutes, TILL_ROUTES.removePrinter, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const { name } = getPrinter(agent, readParams(c, TILL_INPUTS.removePrinter.params).name)
  refuseFixed(agent, name)
  agent.journal.transact((tx) => {
    requireLimit(agent, tx, actor, 'allowDeviceSetup')
    tx.devices.remove('printer', name)
  })
  return c.json(presentPrinters(agent, actor))
})

serve(printingRoutes, TILL_ROUTES.choosePrinter, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const { name } = getPrinter(agent, readParams(c, TILL_INPUTS.choosePrinter.params).name)
  agent.journal.transact((tx) => {
    requireLimit(agent, tx, actor, 'allowDeviceSetup')
    tx.devices.choose(actor.tillId, 'printer', name)
  })
  return c.json(presentPrinters(agent, actor))
})

serve(printingRoutes, TILL_ROUTES.testPrinter, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const printer = getPrinter(agent, readParams(c, TILL_INPUTS.testPrinter.params).name)
  queueDocument(agent, actor, printer, testPage(printer))
  return c.json(presentPrinting(agent, actor), 202)
})

type PrintingParts = Pick<EdgeEnv['Variables']['agent'], 'config' | 'journal' | 'spool'>

const sourcesOf = ({ config, journal }: PrintingParts): PrinterSources => ({
  config,
  devices: journal.read.devices,
})

function getPrinter(agent: PrintingParts, name: string): KnownPrinter {
  const printer = listPrinters(sourcesOf(agent)).find((known) => known.name === name)
  if (!printer)
    throw new Problem('printer_not_found', { detail: `There is no printer ${JSON.stringify(name)} here` })
  return printer
}

function refuseFixed(agent: PrintingParts, name: string): void {
  if (listPrinters(sourcesOf(agent)).some((printer) => printer.name === name && printer.isFixed))
    throw new Problem('duplicate', {
      detail: `EDGE_PRINTERS of the agent defines ${name}: change it there`,
    })
}

function presentPrinting(agent: PrintingParts, { tillId }: Actor): TillPrinting {
  const jobs = agent.journal.read.printSpool.pending()
  return {
    printer: printerOf(sourcesOf(agent), tillId)?.name ?? null,
    jobs: jobs.map((job) => presentJob(job, agent)),
  }
}

function presentJob(
  { id, title, receiptNumber, printer, state, isCopy, queuedAt }: PrintJob,
  { spool }: PrintingParts,
) {
  return {
    id,
    title: receiptNumber ?? title,
    printer,
    state: state === 'printing' ? ('printing' as const) : ('waiting' as const),
    isCopy,
    problem: spool.problemOf(printer),
    queuedAt,
  }
}

function presentPrinters(agent: PrintingParts, { tillId }: Actor): TillPrinters {
  const sources = sourcesOf(agent)
  const own = printerOf(sources, tillId)
  return {
    items: listPrinters(sources).map(({ name, address, isFixed }) => ({
      name,
      address,
      isFixed,
      isChosen: name === own?.name,
      problem: agent.spool.problemOf(name),
    })),
  }
}
