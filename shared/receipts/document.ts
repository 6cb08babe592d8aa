/**
 * What a printer of receipts prints, whoever shows it: the ESC/POS encoder of the agent, the page of the browser, and the
 * hub's page of a receipt. Receipts, X and Z reports, labels and test pages are made of these blocks; lay-out.ts sets them
 * in lines of 32 or 48 characters.
 */
export interface PrintedDocument {
  /** Names it in lists of print jobs, such as "Receipt K7-000012". */
  title: string
  language: ReceiptLanguage
  paperWidth: PaperWidth
  blocks: readonly Block[]
}

export const RECEIPT_LANGUAGES = ['en', 'ru', 'kk'] as const
export type ReceiptLanguage = (typeof RECEIPT_LANGUAGES)[number]

/** Millimetres. */
export const PAPER_WIDTHS = [58, 80] as const
export type PaperWidth = (typeof PAPER_WIDTHS)[number]

export type Align = 'left' | 'center' | 'right'
/** large: twice as wide and as high. */
export type TextSize = 'normal' | 'tall' | 'large'

export interface TextStyle {
  size?: TextSize
  isBold?: boolean
}

/** Wrapped at words; line breaks are kept. */
export interface TextBlock extends TextStyle {
  kind: 'text'
  text: string
  align?: Align
  /** The text that is printed where the printer has not the letters of this one: the code of the product. */
  otherwise?: string
}

/** A row: the first cell stands left and is wrapped, the others stand right. */
export interface ColumnsBlock extends TextStyle {
  kind: 'columns'
  cells: readonly string[]
  /** How the width is shared, one part for each cell, as for [2, 1, 1]. Left out: cells after the first are as wide as their text. */
  parts?: readonly number[]
}

export interface RuleBlock {
  kind: 'rule'
  isDouble?: boolean
}

/** Code 128 with its text below it. */
export interface BarcodeBlock {
  kind: 'barcode'
  code: string
}

export interface QrBlock {
  kind: 'qr'
  text: string
}

/** Black and white. */
export interface Raster {
  /** Dots; 8 of them are a millimetre (203 dpi). */
  width: number
  height: number
  /** Base64 of the rows: 1 is black, the highest bit of a byte stands left, each row begins with a byte. */
  dots: string
}

export interface ImageBlock {
  kind: 'image'
  image: Raster
}

/** An empty line. */
export interface SpaceBlock {
  kind: 'space'
}

/** Cuts the paper: between two labels, and at the end. */
export interface CutBlock {
  kind: 'cut'
}

/** Opens the cash drawer, which hangs on the printer. */
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

/** A row of two: what it is, and its figure at the right edge. */
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
export const SPACE: SpaceBlock = { kind: 'space' }
export const CUT: CutBlock = { kind: 'cut' }
export const DRAWER: DrawerBlock = { kind: 'drawer' }
