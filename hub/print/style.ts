import { createHash } from 'node:crypto'

/** Style for A4 paper. The table header is repeated on each page. */
export const STYLE = `
@page {
  size: A4;
  margin: 12mm 12mm 16mm;
  @bottom-right { content: counter(page) ' / ' counter(pages); font: 8pt Arial, sans-serif; color: #555; }
}
* { box-sizing: border-box; }
html { background: #e9e9e9; }
body {
  margin: 0 auto; padding: 12mm; max-width: 210mm; min-height: 297mm; background: #fff; color: #000;
  font: 10pt/1.35 Arial, 'Liberation Sans', 'Open Sans', sans-serif;
}
.organization { display: flex; justify-content: space-between; gap: 8mm; margin: 0; font-weight: 600; }
.organization span { font-weight: 400; white-space: nowrap; }
h1 { margin: 4mm 0; padding-bottom: 2mm; border-bottom: 0.5mm solid #000; font-size: 14pt; line-height: 1.2; }
.draft { margin: 0 0 3mm; padding: 1mm 3mm; border: 0.3mm dashed #000; font-weight: 600; width: fit-content; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 1mm 6mm; margin: 0 0 5mm; }
.facts dt { color: #444; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.lines { width: 100%; border-collapse: collapse; font-size: 9pt; }
.lines thead { display: table-header-group; }
.lines tr { break-inside: avoid; }
.lines th, .lines td { padding: 1mm 1.5mm; border: 0.2mm solid #000; vertical-align: top; text-align: left; }
.lines th { background: #f0f0f0; font-weight: 600; }
.lines .text, .lines .short { overflow-wrap: anywhere; }
.lines .short { min-width: 14mm; }
.lines .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.lines th.number { white-space: normal; }
.totals { display: grid; grid-template-columns: max-content max-content; gap: 0.5mm 5mm; justify-content: end; margin: 3mm 0; }
.totals dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
.totals .main { font-weight: 700; }
.summary { margin: 3mm 0; }
.in-words { margin: -2mm 0 3mm; font-weight: 600; }
.comment { margin: 3mm 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.end { break-inside: avoid; }
.signatures { display: grid; grid-template-columns: 1fr 1fr; gap: 10mm; margin-top: 12mm; }
.signature { display: grid; grid-template-columns: max-content 1fr 1.4fr; column-gap: 3mm; }
.signature i { border-bottom: 0.2mm solid #000; }
.signature small { grid-row: 2; font-size: 7pt; color: #555; text-align: center; }
.signature small:first-of-type { grid-column: 2; }
.signature small:last-of-type { grid-column: 3; }
/* A small screen scrolls over the sheet: nothing on it is squeezed. */
@media screen {
  body { min-width: 190mm; }
}
@media print {
  html { background: none; }
  body { padding: 0; max-width: none; min-height: 0; }
}
`

/** Content security policy that allows only this style. Code injected into a name would not run. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
