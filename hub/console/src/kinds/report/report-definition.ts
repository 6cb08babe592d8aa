import type { z } from 'zod'
import type { Endpoint } from '#shared/contracts/endpoint.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Format } from '#shared/std/format.ts'
import type { Period } from '#shared/std/period.ts'
import type { Text } from '../../i18n/use-text.ts'
import type { Filter } from '../list/list-definition.ts'

/** Report endpoint, which returns rows of figures for a period. */
export type ReportEndpoint = Endpoint & { method: 'get'; query: z.ZodObject; answer: z.ZodType<Report> }
export interface Report {
  from: string
  to: string
  items: object[]
  total: number
  totals?: object
  /** Period to compare with, and its totals. */
  compared?: { from: string; to: string; totals: object } | null
  costPending?: boolean | undefined
  /** Figures of the row `<texts>.earlierSales`, shown below the totals but not included in them. */
  earlierSales?: object | null | undefined
}
type AnswerOfReport<Some extends ReportEndpoint> = z.output<Some['answer']>
type ReportRow<Some extends ReportEndpoint> = AnswerOfReport<Some>['items'][number]

/** Format of a figure. One half is 0.5 as a `ratio`, and 50 as a `percent`. */
export type FigureKind = 'money' | 'quantity' | 'count' | 'percent' | 'ratio' | 'decimal' | 'text'

export interface Figure {
  /** Field of the rows and totals, unless `of` is given. Its text is `<texts>.<id>`. */
  id: string
  /** Key of another text. */
  label?: string
  kind: FigureKind
  /** Returns kind and label when they depend on the query. */
  inQuery?: (query: Record<string, string>) => { kind: FigureKind; label: string }
  of?: (figures: never) => number | string | null | undefined
  /** Field of `sort` in the query. Undefined when the hub cannot sort by it. */
  sort?: string
  may?: Permission
  /** True for a figure that is hidden by default. */
  isHidden?: boolean
}

/** A query parameter that always has a value, such as the grouping, with its options. */
interface Choice {
  name: string
  options: readonly string[]
  /** Permissions required for certain options. */
  may?: Record<string, Permission>
}

/** Link to a list of the records behind a row. */
export interface DrillDown {
  /** Key of the list. Its text is `report.behind_<key>`. */
  key: string
  to: string
  search: Record<string, string>
}

export interface ReportDefinition<Some extends ReportEndpoint = ReportEndpoint> {
  endpoint: Some
  /** Text section with `title`, `empty`, the figures, choices and filters. */
  texts: string
  /** Initial period. */
  period: Period
  choices: readonly Choice[]
  filters: readonly Filter[]
  /** Returns the name of a row. */
  nameOf: (row: ReportRow<Some>, words: RowWords) => string
  /** Returns the unique key of a row. */
  keyOf: (row: ReportRow<Some>) => string
  /** Returns a detail shown beside the name, such as a code. */
  detailOf?: (row: ReportRow<Some>, words: RowWords) => string | null
  figures: readonly Figure[]
  /** Figure shown in the chart and linked to the records behind it. */
  main: string
  behind: (row: ReportRow<Some>) => readonly DrillDown[]
  /** True when the report can be compared with a second period. */
  isCompared?: boolean
  export: { endpoint: Endpoint; may: Permission }
  /** Content above the table, such as a matrix of classes. */
  above?: (report: AnswerOfReport<Some>, words: RowWords) => React.ReactNode
}

/** Helpers for naming rows. */
export interface RowWords {
  t: Text
  format: Format
  language: string
  /** Query of the shown report. */
  query: Record<string, string>
}

/** Defines a report. The type of its rows is inferred from the endpoint. */
export const report = <const Some extends ReportEndpoint>(
  definition: ReportDefinition<Some>,
): ReportDefinition<Some> => definition
