import { z } from 'zod'

/**
 * End of the address of a receipt page: 160 random bits in base64url, made at the till when the sale is
 * saved. Everybody who knows the token may see the receipt.
 */
export const ReceiptToken = z.string().regex(/^[\w-]{27}$/)

export const newReceiptToken = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * Returns the address of a receipt page. `publicUrl`: address of the hub from outside, without a slash at its
 * end.
 */
export const receiptAddress = (publicUrl: string, token: string): string => `${publicUrl}/r/${token}`
