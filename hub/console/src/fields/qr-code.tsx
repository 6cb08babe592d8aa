import { drawingSVG, qrcode } from 'bwip-js/browser'
import { useMemo } from 'react'

interface QrCodeProps {
  text: string
  /** Description of the code for screen readers. */
  label: string
}

/** QR code of a text, for a phone or scanner. */
export function QrCode({ text, label }: QrCodeProps) {
  const source = useMemo(() => {
    const svg: string = qrcode({ bcid: 'qrcode', text, paddingwidth: 2, paddingheight: 2 }, drawingSVG())
    return `data:image/svg+xml,${encodeURIComponent(svg)}`
  }, [text])
  // White even in the dark theme, because scanners need it.
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
