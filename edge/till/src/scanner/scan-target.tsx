import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { listenToScanner, type ScannerEvents } from './listen-to-scanner.ts'

/** Parts of the page that want scans, the one opened last on top: only that one gets them. */
interface ScanTargets {
  add(target: ScannerEvents): () => void
}

const ScanTargetsContext = createContext<ScanTargets | null>(null)

interface ScanTargetProviderProps {
  /** Gets the scans that nothing on the page is there for. */
  onUnclaimed: () => void
  children: ReactNode
}

export function ScanTargetProvider({ onUnclaimed, children }: ScanTargetProviderProps) {
  const targets = useRef<ScannerEvents[]>([])
  const scanned = useEffectEvent((code: string) => {
    const target = targets.current.at(-1)
    if (target) target.onScan(code)
    else onUnclaimed()
  })
  useEffect(
    () =>
      listenToScanner({
        onScan: (code) => scanned(code),
        onTyped: (text, typed) => targets.current.at(-1)?.onTyped(text, typed) ?? false,
      }),
    [],
  )
  const value = useMemo<ScanTargets>(
    () => ({
      add: (target) => {
        targets.current.push(target)
        return () => {
          targets.current = targets.current.filter((other) => other !== target)
        }
      },
    }),
    [],
  )
  return <ScanTargetsContext value={value}>{children}</ScanTargetsContext>
}

/** Takes the scans while the component is shown, until a component shown later takes them. */
export function useScanTarget(onScan: (code: string) => void, onTyped?: ScannerEvents['onTyped']): void {
  const targets = use(ScanTargetsContext)
  const scanned = useEffectEvent(onScan)
  const onKeys = useEffectEvent(
    (...typed: Parameters<ScannerEvents['onTyped']>) => onTyped?.(...typed) ?? false,
  )
  // With the paint that shows it: a scan in the next moment is for it already.
  useLayoutEffect(
    () => targets?.add({ onScan: (code) => scanned(code), onTyped: (text, typed) => onKeys(text, typed) }),
    [targets],
  )
}
