import { join } from 'node:path'
import type { HubConfig } from '#hub/config/config.ts'
import type { FileStore } from './file-store.ts'
import { FolderStore } from './folder-store.ts'

/** Opens the configured store. */
export async function openFileStore({
  files,
  dataDir,
}: Pick<HubConfig, 'files' | 'dataDir'>): Promise<FileStore & { close?(): void }> {
  if (files?.kind !== 's3') return new FolderStore(files?.dir ?? join(dataDir, 'files'))
  // Loaded on demand, because the module is large.
  const { S3Store } = await import('./s3-store.ts')
  return new S3Store(files)
}
