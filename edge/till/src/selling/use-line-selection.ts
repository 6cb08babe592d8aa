import { useEffect, useRef, useState } from 'react'
import type { CartLine } from '#shared/contracts/till/till.ts'

/**
 * Selects the cart line for the + − and Delete keys. It is the last added or changed line, until the cashier
 * selects another one.
 */
export function useLineSelection(lines: readonly CartLine[]) {
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const seen = useRef(new Map<string, number>())
  useEffect(() => {
    const touched = lines.find((line) => seen.current.get(line.id) !== line.quantity)
    const isFirstLook = seen.current.size === 0
    seen.current = new Map(lines.map((line) => [line.id, line.quantity]))
    if (touched) setSelectedId(isFirstLook ? (lines.at(-1)?.id ?? null) : touched.id)
    else setSelectedId((id) => (lines.some((line) => line.id === id) ? id : (lines.at(-1)?.id ?? null)))
  }, [lines])

  const moveBy = (by: 1 | -1): void => {
    const at = lines.findIndex((line) => line.id === selectedId)
    const next = lines[Math.min(lines.length - 1, Math.max(0, at + by))]
    if (next) setSelectedId(next.id)
  }
  return { selectedId, select: setSelectedId, moveBy }
}
