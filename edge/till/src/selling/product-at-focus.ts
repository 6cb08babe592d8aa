/**
 * Returns the id of the product whose tile has the focus. While the search field has the focus, returns the
 * product selected in its list.
 */
export function productAtFocus(searchField: HTMLElement | null): string | undefined {
  const { activeElement } = document
  const shown =
    searchField !== null && activeElement === searchField
      ? document.getElementById(searchField.getAttribute('aria-activedescendant') ?? '')
      : activeElement
  return shown instanceof HTMLElement ? shown.dataset.product : undefined
}
