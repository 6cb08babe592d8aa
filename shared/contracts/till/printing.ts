import { z } from 'zod'
import { integer, integerQuery, text, UtcTime } from '#shared/domain/fields.ts'
import { RECEIPT_LANGUAGES } from '#shared/domain/receipt-languages.ts'

/** Reason why a printer does not print. The page has a message and a next step for each. */
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

const TillPrintJob = z.object({
  id: integer(),
  title: z.string(),
  printer: z.string(),
  state: z.enum(['waiting', 'printing']),
  /** True when the document is marked as a copy because it was, or could have been, printed before. */
  isCopy: z.boolean(),
  /** Problem of the printer that blocks its first job. */
  problem: PrinterProblem.nullable(),
  queuedAt: UtcTime,
})

/** Printer of this till, and waiting jobs of all printers of the agent, oldest first. */
export const TillPrinting = z.object({
  /** Name of the printer, or null when the browser prints. */
  printer: z.string().nullable(),
  jobs: z.array(TillPrintJob),
})
export type TillPrinting = z.infer<typeof TillPrinting>

const TillPrinter = z.object({
  name: z.string(),
  address: z.string(),
  /** True when the agent's environment sets the printer. It can be changed only there. */
  isFixed: z.boolean(),
  /** True when this till uses the printer. */
  isChosen: z.boolean(),
  problem: PrinterProblem.nullable(),
})
export const TillPrinters = z.object({ items: z.array(TillPrinter) })
export type TillPrinters = z.infer<typeof TillPrinters>

export const PutPrinter = z.strictObject({ address: text(500) })
export type PutPrinter = z.output<typeof PutPrinter>

/** Request to print a report in the language of the page. */
export const PrintReport = z.strictObject({ language: z.enum(RECEIPT_LANGUAGES) })
export type PrintReport = z.output<typeof PrintReport>

/** Request for price labels of a product. */
export const PrintLabels = z.strictObject({ copies: integer().min(1).max(50).default(1) })
export type PrintLabels = z.output<typeof PrintLabels>

export const ByPrinter = z.object({ name: text(64) })
export const ByJob = z.object({ jobId: integerQuery(1) })
