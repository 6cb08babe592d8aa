import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { withoutAim } from '#shared/barcodes/look-up-steps.ts'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { agent } from '../api/agent.ts'
import { playSound } from '../sound/sounds.ts'
import { type BarcodeInFigure, BarcodeInFigureDialog } from './barcode-in-figure-dialog.tsx'
import { guardTouchedButtons } from './focus.ts'
import { listenToScanner, type ScannerEvents } from './listen-to-scanner.ts'

/** Components that receive scans, as a stack. Only the one opened last gets them. */
interface ScanTargets {
  add(target: ScannerEvents): () => void
}

const ScanTargetsContext = createContext<ScanTargets | null>(null)

interface ScanTargetProviderProps {
  /** Called for scans while the page has no target. */
  onUnclaimed: () => void
  children: ReactNode
}

export function ScanTargetProvider({ onUnclaimed, children }: ScanTargetProviderProps) {
  const { t } = useTranslation()
  const targets = useRef<ScannerEvents[]>([])
  const [inFigure, setInFigure] = useState<BarcodeInFigure | null>(null)
  const scanned = useEffectEvent((code: string) => {
    const target = targets.current.at(-1)
    if (target) target.onScan(code)
    else onUnclaimed()
  })
  const refuse = useEffectEvent((text: string) => {
    playSound('refused')
    showProblem(text)
  })
  useEffect(
    () =>
      listenToScanner({
        onScan: (code) => scanned(code),
        onTyped: (...typed) => targets.current.at(-1)?.onTyped(...typed) ?? false,
        findProduct,
        onProductInFigure: (code, productName) => {
          playSound('refused')
          setInFigure({ code, productName })
        },
        onNoFigure: (text) => refuse(t('scan.noFigure', { text })),
        onTorn: (text) => refuse(t('scan.torn', { text })),
      }),
    [t],
  )
  useEffect(guardTouchedButtons, [])
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
  return (
    <ScanTargetsContext value={value}>
      {children}
      {inFigure && (
        <BarcodeInFigureDialog found={inFigure} onAdd={scanned} onClose={() => setInFigure(null)} />
      )}
    </ScanTargetsContext>
  )
}

/**
 * Returns the name of the product with this barcode, or null. Product codes and articles are excluded,
 * because they are short and users type them into fields.
 */
async function findProduct(code: string): Promise<string | null> {
  const { items } = await agent.productByCode(code).catch(() => ({ items: [] }))
  const isOther = (text: string | null) => text !== code
  return (
    items.find((item) => item.barcodes.includes(code) || (isOther(item.code) && isOther(item.article)))
      ?.name ?? null
  )
}

/** Receives scans while the component is mounted, unless a component mounted later receives them. */
export function useScanTarget(onScan: (code: string) => void, onTyped?: ScannerEvents['onTyped']): void {
  const targets = use(ScanTargetsContext)
  const scanned = useEffectEvent(onScan)
  const onKeys = useEffectEvent(
    (...typed: Parameters<ScannerEvents['onTyped']>) => onTyped?.(...typed) ?? false,
  )
  // Registered before the first paint, so that a scan that follows immediately already reaches the component.
  useLayoutEffect(
    () => targets?.add({ onScan: (code) => scanned(code), onTyped: (...typed) => onKeys(...typed) }),
    [targets],
  )
}

/** Receives scans of numbers other than product barcodes: receipts, vouchers and cards. */
export function useNumberScan(onNumber: (number: string) => void): void {
  useScanTarget((code) => onNumber(withoutAim(code)))
}
