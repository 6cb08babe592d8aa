import { code128, drawingSVG } from 'bwip-js/browser'
import { useMemo } from 'react'
import styles from './receipt.module.css'

/** The number as a Code 128 barcode, to begin a return with a scan. */
export function ReceiptBarcode({ number }: { number: string }) {
  const image = useMemo(() => {
    const svg = code128({ bcid: 'code128', text: number, height: 10 }, drawingSVG())
    return `data:image/svg+xml,${encodeURIComponent(svg)}`
  }, [number])
  return <img className={styles.barcode} src={image} alt="" />
}
