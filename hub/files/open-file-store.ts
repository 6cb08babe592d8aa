import { join } from 'node:path'
import type { HubConfig } from '#hub/config/config.ts'
import type { FileStore } from './file-store.ts'
import { FolderStore } from './folder-store.ts'

/** The store that the configuration names. */
export async function openFileStore({
  files,
  dataDir,
}: Pick<HubConfig, 'files' | 'dataDir'>): Promise<FileStore & { close?(): void }> {
  if (files?.kind !== 's3') return new FolderStore(files?.dir ?? join(dataDir, 'files'))
  // Loaded by those who use it: it is large.
  const { S3Store } = await import('./s3-store.ts')
  return new S3Store(files)
}
