import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { PrintedPaper } from './printed-paper.tsx'

/** Prints a document. Resolves when it was sent to the printer. */
type Print = (paper: ReactNode) => Promise<void>

interface PrintJob {
  id: number
  paper: ReactNode
  onPrinted: () => void
}

const PrinterContext = createContext<Print>(() => Promise.reject(new Error('there is no printer')))

/** Prints documents one at a time, even after the page has changed. */
export function PrinterProvider({ children }: { children: ReactNode }) {
  const [jobs, setJobs] = useState<readonly PrintJob[]>([])
  const lastId = useRef(0)
  const print = useCallback<Print>(
    (paper) =>
      new Promise((resolve) => {
        lastId.current += 1
        const id = lastId.current
        const onPrinted = (): void => {
          setJobs((waiting) => waiting.filter((job) => job.id !== id))
          resolve()
        }
        setJobs((waiting) => [...waiting, { id, paper, onPrinted }])
      }),
    [],
  )
  const [job] = jobs
  return (
    <PrinterContext value={print}>
      {children}
      {job && <PrintedPaper key={job.id} {...job} />}
    </PrinterContext>
  )
}

export const usePrinter = (): Print => use(PrinterContext)
