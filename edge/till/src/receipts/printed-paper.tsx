import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSettings } from '../status/use-status.ts'
import styles from './printed-paper.module.css'

const MM_PER_PIXEL = 25.4 / 96

interface PrintedPaperProps {
  paper: ReactNode
  onPrinted: () => void
}

/** A document rendered off screen that is visible only in print. Prints once when mounted. */
export function PrintedPaper({ paper, onPrinted }: PrintedPaperProps) {
  const width = useSettings()?.paperWidth ?? 80
  const box = useRef<HTMLDivElement>(null)
  // The printer cuts at the end of the page, so the page is as long as the document.
  const [heightMm, setHeightMm] = useState<number | null>(null)

  useLayoutEffect(() => {
    const height = box.current?.offsetHeight ?? 0
    setHeightMm(Math.ceil(height * MM_PER_PIXEL) + 2)
  }, [])
  useLayoutEffect(() => {
    if (heightMm === null) return
    // Effects run twice in development. Because of the animation frame, the first run can be canceled.
    const frame = requestAnimationFrame(() => void printPage().then(onPrinted))
    return () => cancelAnimationFrame(frame)
  }, [heightMm, onPrinted])

  return createPortal(
    <div ref={box} className={styles.printed} aria-hidden>
      {heightMm !== null && <style>{`@page { size: ${width}mm ${heightMm}mm; margin: 0 }`}</style>}
      {paper}
    </div>,
    document.body,
  )
}

/** Prints on the default printer without a dialog in the desktop shell, otherwise with the browser's dialog. */
async function printPage(): Promise<void> {
  const isPrinted = await window.counterfoil?.print()
  if (!isPrinted) window.print()
}
