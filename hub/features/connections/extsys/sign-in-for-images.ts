import type { SignIn } from '#hub/features/catalog/product-imports/images/fetch-images.ts'
import { headersOf, REQUEST_PAUSE_MS } from '#hub/integrations/extsys/moysklad.ts'
import type { Importer } from './import.ts'
import { extsysCredentials, readExtsys } from './settings.ts'

/** Returns the credentials for downloading images, which MoySklad serves only to signed-in users. */
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
    betweenMs: REQUEST_PAUSE_MS * pace,
  }
}
