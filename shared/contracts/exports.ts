import { z } from 'zod'

export const ExportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof ExportFormat>
export const Language = z.enum(['en', 'ru'])
export type Language = z.infer<typeof Language>

/** Query parameters of every file export, in addition to the filters of the list. */
export const ExportQuery = z.object({
  format: ExportFormat.default('csv').meta({
    description: 'csv: UTF-8 with a byte-order mark, separated by commas, lines end in CRLF (RFC 4180)',
  }),
  language: Language.optional().meta({
    description: 'Language of the headers; omitted: that of Accept-Language',
  }),
})
export type ExportQuery = z.output<typeof ExportQuery>
