import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { productImages } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { imageFile, logoFolder, type Variant } from '#hub/features/uploads/image-files.ts'
import type { ImageType } from '#shared/contracts/catalog/product-images.ts'

const VARIANTS: Variant[] = ['original', 'thumb', 'card']
const LOGO_FILES = ['original.png', '58.pbm', '80.pbm']

/** Returns the file store keys of the organization's product images and logos. */
export async function listFileKeys(tx: Tx): Promise<string[]> {
  const { organizationId } = tx
  const images = await tx
    .select({ fileKey: productImages.fileKey, contentType: productImages.contentType })
    .from(productImages)
    .where(eq(productImages.organizationId, organizationId))
    .orderBy(asc(productImages.id))
  const logos = await tx
    .select({ key: retailPoints.logoKey })
    .from(retailPoints)
    .where(and(eq(retailPoints.organizationId, organizationId), isNotNull(retailPoints.logoKey)))
    .orderBy(asc(retailPoints.id))
  return [
    ...images.flatMap(({ fileKey, contentType }) =>
      VARIANTS.map((variant) =>
        imageFile({ organizationId, fileKey, contentType: contentType as ImageType }, variant),
      ),
    ),
    ...logos.flatMap(({ key }) =>
      LOGO_FILES.map((file) => `${logoFolder(organizationId, key ?? '')}/${file}`),
    ),
  ]
}
