import type { ReceiptLanguage } from '#shared/domain/receipt-languages.ts'

/**
 * Document for a receipt printer. The ESC/POS encoder of the agent, the print page of the browser, and the
 * receipt page of the hub use it. Receipts, X and Z reports, labels and test pages consist of these blocks.
 * lay-out.ts arranges them in lines of 32 or 48 characters.
 */
export interface PrintedDocument {
  /** Name in the list of print jobs, such as "Receipt K7-000012". */
  title: string
  language: ReceiptLanguage
  paperWidth: PaperWidth
  blocks: readonly Block[]
}

/** Paper widths in millimeters. */
export const PAPER_WIDTHS = [58, 80] as const
export type PaperWidth = (typeof PAPER_WIDTHS)[number]

export type Align = 'left' | 'center' | 'right'
/** Text sizes. `tall`: double height. `large`: double width and height. */
export type TextSize = 'normal' | 'tall' | 'large'

export interface TextStyle {
  size?: TextSize
  isBold?: boolean
}

/** Text that is wrapped at words and keeps its line breaks. */
export interface TextBlock extends TextStyle {
  kind: 'text'
  text: string
  align?: Align
  /** Replacement text for a printer that lacks letters of the text, such as the code of the product. */
  otherwise?: string
}

/** Row of cells. The first cell is left-aligned and wrapped, and the others are right-aligned. */
export interface ColumnsBlock extends TextStyle {
  kind: 'columns'
  cells: readonly string[]
  /**
   * Shares of the width, one for each cell, such as [2, 1, 1]. When omitted, each cell after the first is as
   * wide as its text.
   */
  parts?: readonly number[]
}

export interface RuleBlock {
  kind: 'rule'
  isDouble?: boolean
}

/** Code 128 barcode with its text below. */
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
  /** Width in dots, 8 dots per millimeter (203 dpi). */
  width: number
  height: number
  /** Rows in base64: 1 is black, the highest bit of a byte is leftmost, and each row begins with a new byte. */
  dots: string
}

export interface ImageBlock {
  kind: 'image'
  image: Raster
}

interface SpaceBlock {
  kind: 'space'
}

/** Paper cut between labels and at the end of a document. */
export interface CutBlock {
  kind: 'cut'
}

/** Command to open the cash drawer, which is connected to the printer. */
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

/** Returns a row with a label on the left and its figure at the right edge. */
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
