import { z } from 'zod'
import { RECEIPT_LANGUAGES } from '#shared/receipts/document.ts'
import { integer, integerQuery, text, UtcTime } from '../common.ts'

/** What keeps a printer from printing; each has its words and its next step on the page. */
export const PrinterProblem = z.enum([
  'unreachable',
  'silent',
  'paper_out',
  'cover_open',
  'printer_error',
  'connection_lost',
  'no_printer',
])
export type PrinterProblem = z.infer<typeof PrinterProblem>

export const TillPrintJob = z.object({
  id: integer(),
  title: z.string(),
  printer: z.string(),
  state: z.enum(['waiting', 'printing']),
  /** It says so on the paper: it was printed before, or may have been. */
  isCopy: z.boolean(),
  /** Of the printer; the first of its jobs waits for that. */
  problem: PrinterProblem.nullable(),
  queuedAt: UtcTime,
})
export type TillPrintJob = z.infer<typeof TillPrintJob>

/** The printer of this till, and what waits for any printer of the agent, the oldest first. */
export const TillPrinting = z.object({
  /** null: the browser prints. */
  printer: z.string().nullable(),
  jobs: z.array(TillPrintJob),
})
export type TillPrinting = z.infer<typeof TillPrinting>

export const TillPrinter = z.object({
  name: z.string(),
  address: z.string(),
  /** The environment of the agent names it: it is changed there. */
  isFixed: z.boolean(),
  /** This till prints on it. */
  isChosen: z.boolean(),
  problem: PrinterProblem.nullable(),
})
export type TillPrinter = z.infer<typeof TillPrinter>
export const TillPrinters = z.object({ items: z.array(TillPrinter) })
export type TillPrinters = z.infer<typeof TillPrinters>

export const PutPrinter = z.strictObject({ address: text(500) })
export type PutPrinter = z.output<typeof PutPrinter>

/** Of the page that shows it. */
export const PrintReport = z.strictObject({ language: z.enum(RECEIPT_LANGUAGES) })
export type PrintReport = z.output<typeof PrintReport>

/** Price labels of a product. */
export const PrintLabels = z.strictObject({ copies: integer().min(1).max(50).default(1) })
export type PrintLabels = z.output<typeof PrintLabels>

export const ByPrinter = z.object({ name: text(64) })
export const ByJob = z.object({ jobId: integerQuery(1) })
