import { z } from 'zod'

/**
 * What the address of a receipt's page ends with: 160 random bits in base64url, made at the till when the sale is written
 * down. Who knows it may see the receipt.
 */
export const ReceiptToken = z.string().regex(/^[\w-]{27}$/)

export const newReceiptToken = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** `publicUrl`: how the outside world reaches the hub, without a slash at its end. */
export const receiptAddress = (publicUrl: string, token: string): string => `${publicUrl}/r/${token}`
