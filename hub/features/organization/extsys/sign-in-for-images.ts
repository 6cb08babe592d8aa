import { BETWEEN_MS, headersOf } from '#hub/extsys/moysklad.ts'
import type { SignIn } from '#hub/features/catalog/product-imports/fetch-images.ts'
import type { Importer } from './run-import.ts'
import { extsysCredentials, readExtsys } from './settings.ts'

/** MoySklad gives images to who is signed in. */
export async function signInForImages(
  { db, keyRing, moySkladUrl, pace }: Pick<Importer, 'db' | 'keyRing' | 'moySkladUrl' | 'pace'>,
  organizationId: string,
): Promise<SignIn> {
  const headers = await db.read(organizationId, async (tx) =>
    (await readExtsys(tx))?.secret ? headersOf(await extsysCredentials(tx, keyRing)) : undefined,
  )
  return {
    headersFor: (url) =>
      url.startsWith(`${moySkladUrl}/`) ? headers && { ...headers, Accept: 'image/*' } : undefined,
    betweenMs: BETWEEN_MS * pace,
  }
}
