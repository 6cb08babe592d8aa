import { code128, drawingSVG, qrcode } from 'bwip-js/browser'
import { type CSSProperties, useMemo } from 'react'
import type { Block, ColumnsBlock, PrintedDocument, Raster, TextBlock } from '#shared/receipts/document.ts'
import styles from './paper.module.css'

interface PaperProps {
  document: PrintedDocument
  /** Accessible name, in the language of the page. */
  label: string
}

/**
 * Displays a document as the receipt printer of the agent prints it, for the screen and for printing from the
 * browser.
 */
export function Paper({ document: { blocks, paperWidth, language }, label }: PaperProps) {
  return (
    <article
      className={styles.paper}
      data-width={paperWidth}
      style={{ '--paper-width': paperWidth } as CSSProperties}
      aria-label={label}
      lang={language}
    >
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a paper have no other identity
        <PaperBlock key={index} block={block} />
      ))}
    </article>
  )
}

function PaperBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return <Words block={block} />
    case 'columns':
      return <Row block={block} />
    case 'rule':
      return <hr className={styles.rule} />
    case 'space':
      return <br />
    case 'barcode':
      return <Barcode code={block.code} />
    case 'qr':
      return <QrCode text={block.text} />
    case 'image':
      return <Image image={block.image} />
    // A browser page has no cuts and opens no drawer.
    case 'cut':
    case 'drawer':
      return null
  }
}

function Words({ block: { text, align = 'left', size = 'normal', isBold = false } }: { block: TextBlock }) {
  return (
    <div className={styles.words} data-align={align} data-size={size} data-bold={isBold}>
      {text}
    </div>
  )
}

function Row({ block: { cells, parts, size = 'normal', isBold = false } }: { block: ColumnsBlock }) {
  return (
    <div className={styles.row} data-size={size} data-bold={isBold}>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row have no other identity
        <span key={index} style={{ flex: parts?.[index] }}>
          {cell}
        </span>
      ))}
    </div>
  )
}

const svgUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

function Barcode({ code }: { code: string }) {
  const image = useMemo(
    () => svgUrl(code128({ bcid: 'code128', text: code, height: 10 }, drawingSVG())),
    [code],
  )
  return (
    <>
      <img className={styles.barcode} src={image} alt="" />
      <div className={styles.words} data-align="center">
        {code}
      </div>
    </>
  )
}

export function QrCode({ text, className = styles.qr }: { text: string; className?: string | undefined }) {
  const image = useMemo(() => svgUrl(qrcode({ bcid: 'qrcode', text }, drawingSVG())), [text])
  return <img className={className} src={image} alt={text} />
}

function Image({ image }: { image: Raster }) {
  const url = useMemo(() => svgUrl(drawRaster(image)), [image])
  return <img className={styles.image} src={url} alt="" />
}

/** Returns an SVG path with one stripe for each run of black dots. */
function drawRaster({ width, height, dots }: Raster): string {
  const bytes = Uint8Array.from(atob(dots), (character) => character.charCodeAt(0))
  const bytesPerRow = Math.ceil(width / 8)
  const isBlack = (x: number, y: number): boolean =>
    x < width && (((bytes[y * bytesPerRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1
  let path = ''
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isBlack(x, y)) continue
      const from = x
      while (isBlack(x, y)) x += 1
      path += `M${from} ${y}h${x - from}v1h${from - x}z`
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path d="${path}"/></svg>`
}
