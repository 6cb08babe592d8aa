import type { z } from 'zod'
import type { Endpoint } from '#shared/contracts/endpoint.ts'
import type { Permission } from '#shared/contracts/permissions.ts'
import type { Format } from '#shared/std/format.ts'
import type { Period } from '#shared/std/period.ts'
import type { Text } from '../../i18n/use-text.ts'
import type { Filter } from '../list/list-definition.ts'

/** A report of the hub: rows of figures in a period. */
export type ReportEndpoint = Endpoint & { method: 'get'; query: z.ZodObject; answer: z.ZodType<Report> }
export interface Report {
  from: string
  to: string
  items: object[]
  total: number
  totals?: object
  /** The second period. */
  compared?: { from: string; to: string; totals: object } | null
  costPending?: boolean | undefined
  /** Figures of the row `<texts>.earlierSales`, below the totals and not in them. */
  earlierSales?: object | null | undefined
}
export type AnswerOfReport<Some extends ReportEndpoint> = z.output<Some['answer']>
export type ReportRow<Some extends ReportEndpoint> = AnswerOfReport<Some>['items'][number]

/** How a figure is written. `ratio` is a part of 1, `percent` of 100. */
export type FigureKind = 'money' | 'quantity' | 'count' | 'percent' | 'ratio' | 'decimal' | 'text'

export interface Figure {
  /** Its member in rows and totals, unless `of` says otherwise; its text is `<texts>.<id>`. */
  id: string
  kind: FigureKind
  /** Its kind where the query decides. */
  kindIn?: (query: Record<string, string>) => FigureKind
  of?: (figures: never) => number | string | null | undefined
  /** The field of `sort` in the query, where the hub sorts by it. */
  sort?: string
  may?: Permission
  /** Shown when it is chosen. */
  isHidden?: boolean
}

/** What is always chosen, such as the grouping: a member of the query with its options. */
export interface Choice {
  name: string
  options: readonly string[]
  /** Options for those alone who may. */
  may?: Record<string, Permission>
}

/** A list with the records behind a row. */
export interface Behind {
  /** Its text is `report.behind_<key>`. */
  key: string
  to: string
  search: Record<string, string>
}

export interface ReportDefinition<Some extends ReportEndpoint = ReportEndpoint> {
  endpoint: Some
  /** The section of texts: `title`, `empty`, the figures, choices and filters. */
  texts: string
  /** The period that it begins with. */
  period: Period
  choices: readonly Choice[]
  filters: readonly Filter[]
  /** What a row is called. */
  nameOf: (row: ReportRow<Some>, words: RowWords) => string
  /** What tells a row apart. */
  keyOf: (row: ReportRow<Some>) => string
  /** Stands small beside the name, such as a code. */
  detailOf?: (row: ReportRow<Some>, words: RowWords) => string | null
  figures: readonly Figure[]
  /** The figure that the chart draws and that leads to what is behind it. */
  main: string
  behind: (row: ReportRow<Some>) => readonly Behind[]
  /** Whether there is a second period. */
  isCompared?: boolean
  export: { endpoint: Endpoint; may: Permission }
  /** Above the table, such as a matrix of classes. */
  above?: (report: AnswerOfReport<Some>, words: RowWords) => React.ReactNode
}

/** With what rows are named. */
export interface RowWords {
  t: Text
  format: Format
  language: string
  /** The query that is shown. */
  query: Record<string, string>
}

/** Describes a report; the types of its rows come from the endpoint. */
export const report = <const Some extends ReportEndpoint>(
  definition: ReportDefinition<Some>,
): ReportDefinition<Some> => definition
