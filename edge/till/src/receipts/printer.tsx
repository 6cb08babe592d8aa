import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { PrintedReceipt } from './printed-receipt.tsx'

/** Resolves when it has been handed to the printer. */
type Print = (receipt: Receipt, isCopy: boolean) => Promise<void>

interface PrintJob {
  id: number
  receipt: Receipt
  isCopy: boolean
  onPrinted: () => void
}

const PrinterContext = createContext<Print>(() => Promise.reject(new Error('there is no printer')))

/** Prints one receipt after the other, whatever the page goes on to show meanwhile. */
export function PrinterProvider({ children }: { children: ReactNode }) {
  const [jobs, setJobs] = useState<readonly PrintJob[]>([])
  const lastId = useRef(0)
  const print = useCallback<Print>(
    (receipt, isCopy) =>
      new Promise((resolve) => {
        lastId.current += 1
        const id = lastId.current
        const onPrinted = (): void => {
          setJobs((waiting) => waiting.filter((job) => job.id !== id))
          resolve()
        }
        setJobs((waiting) => [...waiting, { id, receipt, isCopy, onPrinted }])
      }),
    [],
  )
  const [job] = jobs
  return (
    <PrinterContext value={print}>
      {children}
      {job && <PrintedReceipt key={job.id} {...job} />}
    </PrinterContext>
  )
}

export const usePrinter = (): Print => use(PrinterContext)
