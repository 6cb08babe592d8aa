const tilesIn = (pane: HTMLElement | null): HTMLElement[] => [
  ...(pane?.querySelectorAll<HTMLElement>('[data-tile]') ?? []),
]

/**
 * Focuses the tile with this id, or else the tile in the Tab order, or else the first. Returns false when
 * there are no tiles.
 */
export function focusTile(pane: HTMLElement | null, id?: string): boolean {
  const tiles = tilesIn(pane)
  const tile =
    tiles.find(({ dataset }) => dataset.tile === id) ??
    tiles.find(({ tabIndex }) => tabIndex === 0) ??
    tiles[0]
  tile?.focus()
  return tile !== undefined
}

/** Moves the focus to another tile: left and right in reading order, up and down to the nearest one. */
export function focusNextTile(pane: HTMLElement | null, key: string): boolean {
  const tiles = tilesIn(pane)
  const at = tiles.indexOf(document.activeElement as HTMLElement)
  const from = tiles[at]
  if (!from) return false
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    tiles[at + (key === 'ArrowLeft' ? -1 : 1)]?.focus()
    return true
  }
  const next = nearestBelow(
    from.getBoundingClientRect(),
    key === 'ArrowUp' ? tiles.slice(0, at).reverse() : tiles.slice(at + 1),
  )
  next?.focus()
  return next !== undefined
}

/**
 * Returns the horizontally closest tile of the next row in the given order, or undefined when there is no
 * further row.
 */
function nearestBelow(from: DOMRect, tiles: readonly HTMLElement[]): HTMLElement | undefined {
  const middle = (box: DOMRect): number => box.left + box.width / 2
  const boxes = tiles.map((tile) => ({ tile, box: tile.getBoundingClientRect() }))
  const first = boxes.find(({ box }) => Math.abs(box.top - from.top) > from.height / 2)
  if (!first) return undefined
  const row = boxes.filter(({ box }) => Math.abs(box.top - first.box.top) < 4)
  return row.toSorted(
    (a, b) => Math.abs(middle(a.box) - middle(from)) - Math.abs(middle(b.box) - middle(from)),
  )[0]?.tile
}
