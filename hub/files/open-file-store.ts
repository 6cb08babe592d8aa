import { join } from 'node:path'
import type { HubConfig } from '#hub/config/config.ts'
import type { FileStore } from './file-store.ts'
import { FolderStore } from './folder-store.ts'

/** Opens the store named in the configuration. */
export async function openFileStore({
  files,
  dataDir,
}: Pick<HubConfig, 'files' | 'dataDir'>): Promise<FileStore & { close?(): void }> {
  if (files?.kind !== 's3') return new FolderStore(files?.dir ?? join(dataDir, 'files'))
  // Loaded only when used: it is large.
  const { S3Store } = await import('./s3-store.ts')
  return new S3Store(files)
}
