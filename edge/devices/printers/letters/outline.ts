/** Closed outline of an inked area, in dots. The y axis points down. */
export type Contour = readonly (readonly [x: number, y: number])[]

/** Sample points per dot in each direction. */
const PARTS = 4
/** Number of inked samples, out of 16, from which a dot is black. */
const BLACK = 7

/**
 * Calls `blacken` for each dot that the contours cover. Fills by the nonzero winding rule of TrueType and
 * PostScript: contours of opposite directions leave a hole.
 */
export function fillContours(contours: readonly Contour[], blacken: (x: number, y: number) => void): void {
  const ys = contours.flatMap((contour) => contour.map(([, y]) => y))
  for (let y = Math.floor(Math.min(...ys)); y <= Math.ceil(Math.max(...ys)); y++) {
    const inked = new Map<number, number>()
    for (let part = 0; part < PARTS; part++) {
      for (const [from, to] of spansAt(contours, y + (part + 0.5) / PARTS)) {
        for (let at = Math.round(from * PARTS); at < Math.round(to * PARTS); at++) {
          const x = Math.floor(at / PARTS)
          inked.set(x, (inked.get(x) ?? 0) + 1)
        }
      }
    }
    for (const [x, parts] of inked) if (parts >= BLACK) blacken(x, y)
  }
}

/** Returns the inked spans of a horizontal line. */
function spansAt(contours: readonly Contour[], y: number): [from: number, to: number][] {
  const crossings: { x: number; turn: number }[] = []
  for (const contour of contours) {
    for (const [index, [x1, y1]] of contour.entries()) {
      const [x2, y2] = contour[(index + 1) % contour.length] ?? [x1, y1]
      if (y1 <= y === y2 <= y) continue
      crossings.push({ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), turn: y1 < y2 ? 1 : -1 })
    }
  }
  crossings.sort((one, other) => one.x - other.x)
  const spans: [number, number][] = []
  let winding = 0
  for (const [index, { x, turn }] of crossings.entries()) {
    winding += turn
    const next = crossings[index + 1]
    if (winding !== 0 && next) spans.push([x, next.x])
  }
  return spans
}
