import { createHash } from 'node:crypto'
import { drawingSVG, qrcode } from 'bwip-js/browser'
import { html, raw } from 'hono/html'
import type { ReceiptLanguage } from '#shared/domain/receipt-languages.ts'
import type { Block, PrintedDocument } from '#shared/receipts/document.ts'
import { RECEIPT_WORDS } from '#shared/receipts/words/words.ts'

const STYLE = `
body { margin: 0; background: #eef1f2; color: #14181a; font: 16px/1.45 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 27rem; margin: 1.5rem auto; padding: 1.5rem; background: #fff; border-radius: 12px; }
@media (max-width: 30rem) { main { margin: 0; border-radius: 0; } }
img { display: block; max-width: 100%; max-height: 8rem; margin: 0 auto 1rem; }
p { margin: 0; white-space: pre-line; overflow-wrap: anywhere; }
hr { border: 0; border-top: 1px dashed #9aa5a9; margin: 0.75rem 0; }
table { width: 100%; border-collapse: collapse; }
td { padding: 1px 0; vertical-align: bottom; overflow-wrap: anywhere; }
td + td { padding-left: 1rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.center { text-align: center; }
.right { text-align: right; }
.bold { font-weight: 650; }
.tall, .large { font-size: 1.25em; }
.quiet { color: #59656a; }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; }
.qr { width: 9rem; margin: 1rem auto 0.5rem; padding: 0.75rem; background: #fff; border-radius: 8px; }
.qr svg { display: block; width: 100%; }
@media (prefers-color-scheme: dark) {
  body { background: #0e1214; color: #e6ebed; }
  main { background: #191f22; }
  img { background: #fff; padding: 0.5rem; border-radius: 8px; }
  hr { border-color: #5c686d; }
  a { color: #7cc4d0; }
  .quiet { color: #a3aeb3; }
}
`

/** Content security policy of the page. It allows the logo and the style, but no scripts. */
export const RECEIPT_POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Shown {
  document: PrintedDocument
  /** Address of the logo: a path on the page, an absolute address in a mail. */
  logoUrl: string | null
  organizationName: string
  /** Set for a mail, with the link to the page if there is one. The mail also states that replies are not read. */
  mailed?: { link: string | null }
}

/** Returns the receipt as a page or as the body of a mail. All texts are escaped. */
export function receiptPage({ document, logoUrl, organizationName, mailed }: Shown) {
  const words = RECEIPT_WORDS[document.language]
  return page(
    document.language,
    `${document.title}, ${organizationName}`,
    html`${logoUrl && html`<img src="${logoUrl}" alt="">`}${document.blocks.map(blockOf)}${
      mailed &&
      html`<hr>${mailed.link && html`<p class="center"><a href="${mailed.link}">${words.mail.page}</a></p>`}<p class="center quiet">${words.mail.note}</p>`
    }`,
  )
}

/**
 * Returns the page for an address without a receipt. It does not reveal whether the receipt has not arrived
 * yet or never existed.
 */
export function waitingPage(language: ReceiptLanguage) {
  const { title, text } = RECEIPT_WORDS[language].onItsWay
  return page(language, title, html`<h1>${title}</h1><p>${text}</p>`)
}

function page(language: ReceiptLanguage, title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body><main>${content}</main></body>
</html>
`
}

const drawingOf = (text: string): string => qrcode({ bcid: 'qrcode', text }, drawingSVG())

const textOf = (text: string) =>
  /^https?:\/\//.test(text) ? html`<a href="${text}">${text}</a>` : html`${text}`

function blockOf(block: Block) {
  switch (block.kind) {
    case 'text':
      return html`<p class="${[block.align, block.size, block.isBold && 'bold'].filter(Boolean).join(' ')}">${block.text}</p>`
    case 'columns':
      return html`<table role="presentation"><tr class="${[block.size, block.isBold && 'bold'].filter(Boolean).join(' ')}">${block.cells.map((cell) => html`<td>${cell}</td>`)}</tr></table>`
    case 'rule':
      return html`<hr>`
    case 'space':
      return html`<br>`
    // QR code of a fiscal receipt. A mail client may show only its text.
    case 'qr':
      return html`<div class="qr">${raw(drawingOf(block.text))}</div><p class="center quiet">${textOf(block.text)}</p>`
    default:
      // Barcodes, cuts and drawer pulses make sense only on a printer.
      return ''
  }
}
