import { drawingSVG, qrcode } from 'bwip-js/browser'
import { useMemo } from 'react'

interface QrCodeProps {
  text: string
  /** What it is for, for who does not see it. */
  label: string
}

/** A text that a phone or a scanner reads. */
export function QrCode({ text, label }: QrCodeProps) {
  const source = useMemo(() => {
    const svg: string = qrcode({ bcid: 'qrcode', text, paddingwidth: 2, paddingheight: 2 }, drawingSVG())
    return `data:image/svg+xml,${encodeURIComponent(svg)}`
  }, [text])
  // White around it in the dark too: scanners want it.
  return (
    <img
      src={source}
      alt={label}
      width={180}
      height={180}
      style={{ background: 'var(--paper)', padding: 8 }}
    />
  )
}
