import { html, raw } from 'hono/html'
import type { Language } from '#shared/contracts/exports.ts'
import { STYLE } from './style.ts'
import { FORM } from './words.ts'

export type Fact = [label: string, value: string]
/** Kind of cell. Short texts, such as codes, keep a minimum width next to long names. */
export type CellKind = 'number' | 'text' | 'short'

/** A printed document, with all texts already translated. */
export interface PrintedPage {
  language: Language
  organization: { name: string; taxId: string | null }
  heading: string
  isDraft: boolean
  facts: Fact[]
  columns: { title: string; kind: CellKind }[]
  /** Rows with one cell for each column. */
  rows: string[][]
  /** Totals, with the most important one last. */
  totals: Fact[]
  summary: string
  /** Total in words, or null for a document without prices. */
  inWords: string | null
  comment: string | null
  /** Roles of the signatories. */
  signatures: string[]
}

/** Renders the page as HTML. All texts are escaped. */
export function renderPage(page: PrintedPage) {
  const words = FORM[page.language]
  const classOf = (index: number): CellKind | undefined => page.columns[index]?.kind
  return html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${page.heading}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<p class="organization">${page.organization.name} ${page.organization.taxId && html`<span>${words.taxId} ${page.organization.taxId}</span>`}</p>
<h1>${page.heading}</h1>
${page.isDraft && html`<p class="draft">${words.draft}</p>`}
<dl class="facts">${page.facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<table class="lines">
<thead><tr>${page.columns.map(({ title }, index) => html`<th class="${classOf(index)}">${title}</th>`)}</tr></thead>
<tbody>${page.rows.map((row) => html`<tr>${row.map((cell, index) => html`<td class="${classOf(index)}">${cell}</td>`)}</tr>`)}</tbody>
</table>
<div class="end">
<dl class="totals">${page.totals.map(
    ([label, value], index) =>
      html`<dt class="${weight(page, index)}">${label}</dt><dd class="${weight(page, index)}">${value}</dd>`,
  )}</dl>
<p class="summary">${page.summary}</p>
${page.inWords && html`<p class="in-words">${page.inWords}</p>`}
${page.comment && html`<p class="comment">${words.comment}: ${page.comment}</p>`}
<div class="signatures">${page.signatures.map(
    (role) =>
      html`<div class="signature">${role}<i></i><i></i><small>${words.signature}</small><small>${words.fullName}</small></div>`,
  )}</div>
</div>
</body>
</html>
`
}

const weight = ({ totals }: PrintedPage, index: number): string => (index === totals.length - 1 ? 'main' : '')
