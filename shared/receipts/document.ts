import type { ReceiptLanguage } from '#shared/domain/receipt-languages.ts'

/**
 * Document for a receipt printer, used by the ESC/POS encoder of the agent, the page of the browser, and the
 * receipt page of the hub. Receipts, X and Z reports, labels and test pages consist of these blocks;
 * lay-out.ts sets them in lines of 32 or 48 characters.
 */
export interface PrintedDocument {
  /** Name in lists of print jobs, such as "Receipt K7-000012". */
  title: string
  language: ReceiptLanguage
  paperWidth: PaperWidth
  blocks: readonly Block[]
}

/** Paper widths in millimetres. */
export const PAPER_WIDTHS = [58, 80] as const
export type PaperWidth = (typeof PAPER_WIDTHS)[number]

export type Align = 'left' | 'center' | 'right'
/** Text sizes. large: double width and height. */
export type TextSize = 'normal' | 'tall' | 'large'

export interface TextStyle {
  size?: TextSize
  isBold?: boolean
}

/** Text, wrapped at words; line breaks are kept. */
export interface TextBlock extends TextStyle {
  kind: 'text'
  text: string
  align?: Align
  /** Replacement for a printer without the letters of the text: the code of the product. */
  otherwise?: string
}

/** Row of cells: the first cell is left-aligned and wrapped, the others are right-aligned. */
export interface ColumnsBlock extends TextStyle {
  kind: 'columns'
  cells: readonly string[]
  /**
   * Shares of the width, one for each cell, as in [2, 1, 1]. Omitted: cells after the first are as wide as
   * their text.
   */
  parts?: readonly number[]
}

export interface RuleBlock {
  kind: 'rule'
  isDouble?: boolean
}

/** Code 128 with its text below. */
export interface BarcodeBlock {
  kind: 'barcode'
  code: string
}

export interface QrBlock {
  kind: 'qr'
  text: string
}

/** Black and white image. */
export interface Raster {
  /** Width in dots; 8 dots are a millimetre (203 dpi). */
  width: number
  height: number
  /** Base64 of the rows: 1 is black, the highest bit of a byte is on the left, each row begins with a new byte. */
  dots: string
}

export interface ImageBlock {
  kind: 'image'
  image: Raster
}

/** Empty line. */
interface SpaceBlock {
  kind: 'space'
}

/** Cut of the paper: between two labels, and at the end. */
export interface CutBlock {
  kind: 'cut'
}

/** Opening of the cash drawer, which is connected to the printer. */
export interface DrawerBlock {
  kind: 'drawer'
}

export type Block =
  | TextBlock
  | ColumnsBlock
  | RuleBlock
  | BarcodeBlock
  | QrBlock
  | ImageBlock
  | SpaceBlock
  | CutBlock
  | DrawerBlock

/** Returns a row with a label, and its figure at the right edge. */
export const pair = (label: string, figure: string, style: TextStyle = {}): ColumnsBlock => ({
  kind: 'columns',
  cells: [label, figure],
  ...style,
})

export const centered = (text: string, style: TextStyle = {}): TextBlock => ({
  kind: 'text',
  text,
  align: 'center',
  ...style,
})

export const RULE: RuleBlock = { kind: 'rule' }
export const CUT: CutBlock = { kind: 'cut' }
export const DRAWER: DrawerBlock = { kind: 'drawer' }
