import { z } from 'zod'

/**
 * Last part of the address of a receipt page: 160 random bits in base64url. The till generates it when it
 * saves the sale. Everybody who has the token can view the receipt.
 */
export const ReceiptToken = z.string().regex(/^[\w-]{27}$/)

export const newReceiptToken = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Returns the address of a receipt page. `publicUrl` is the public address of the hub, without a trailing slash. */
export const receiptAddress = (publicUrl: string, token: string): string => `${publicUrl}/r/${token}`
