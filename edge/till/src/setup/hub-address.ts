/** Completes a typed address. Without a scheme it gets https, or http for this machine. */
export function hubAddress(typed: string): string {
  const text = typed.trim().replace(/\/+$/, '')
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return /^(localhost|127\.|\[::1\])/.test(text) ? `http://${text}` : `https://${text}`
}
