import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#hub/config/config.ts'
import { type FileStore, newFileKey } from '#hub/files/file-store.ts'
import { FolderStore } from '#hub/files/folder-store.ts'
import { openFileStore } from '#hub/files/open-file-store.ts'
import { must } from '#shared/std/must.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { type S3Emulator, startS3Emulator } from '#test/support/s3-emulator.ts'

const S3 = {
  S3_BUCKET: 'shop-files',
  S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'a secret of the tests',
}

async function openS3(secrets: Record<string, string> = {}): Promise<{ store: FileStore; s3: S3Emulator }> {
  const s3 = await startS3Emulator(S3.S3_ACCESS_KEY_ID)
  const config = readConfig({ ...S3, S3_ENDPOINT: s3.endpoint, ...secrets })
  const store = await openFileStore(config)
  onTestFinished(async () => {
    store.close?.()
    await s3[Symbol.asyncDispose]()
  })
  return { store, s3 }
}

function openFolder(): { store: FileStore; path: string } {
  const folder = createTestFolder()
  onTestFinished(folder.remove)
  return { store: new FolderStore(folder.path), path: folder.path }
}

describe.each([
  ['a folder', async () => openFolder().store],
  ['an S3-compatible store', async () => (await openS3()).store],
])('files in %s', (_, open) => {
  const read = async (store: FileStore, key: string) => {
    const file = await store.get(key)
    if (!file) return undefined
    const { contentType, sizeBytes, content } = file
    return {
      contentType,
      sizeBytes,
      bytes: Buffer.from(await new Response(content as ReadableStream).arrayBuffer()),
    }
  }

  it('returns a file with its content, type and size', async () => {
    const store = await open()
    const key = `uploads/${newFileKey()}/thumb.webp`
    const content = Buffer.alloc(700_000, 'abc\0')
    await store.put(key, content, 'image/webp')
    expect(await store.head(key)).toEqual({ contentType: 'image/webp', sizeBytes: 700_000 })
    const { bytes, ...about } = must(await read(store, key))
    expect(about).toEqual({ contentType: 'image/webp', sizeBytes: 700_000 })
    expect(bytes.equals(content)).toBe(true)
  })

  it('deletes a file, even repeatedly', async () => {
    const store = await open()
    const key = `a/${newFileKey()}.csv`
    await store.put(key, Buffer.from('x'), 'text/csv')
    await store.delete(key)
    expect([await store.get(key), await store.head(key)]).toEqual([undefined, undefined])
    await store.delete(key)
  })

  it('finds no file by a part of its key', async () => {
    const store = await open()
    await store.put('a/b/c.csv', Buffer.from('x'), 'text/csv')
    for (const key of ['a', 'a/b', 'a/b/c.csv/d', 'other'])
      expect([await store.head(key), await store.get(key)], key).toEqual([undefined, undefined])
  })

  it.each(['', '/', '../x', 'a/../../x', 'a//b', '.hidden', 'a/.', 'A', 'a\\b', 'a\0', 'x'.repeat(256)])(
    'refuses the file key %j',
    async (key) => {
      const store = await open()
      await expect(store.put(key, Buffer.from('x'), 'text/csv')).rejects.toThrow(/not a valid file key/)
      await expect(store.get(key)).rejects.toThrow(/not a valid file key/)
    },
  )
})

describe('file store in a folder', () => {
  it('leaves no temporary files', async () => {
    const { store, path } = openFolder()
    await Promise.all([1, 2, 3].map(() => store.put('a/b.csv', Buffer.from('x'), 'text/csv')))
    expect(readdirSync(join(path, 'a')).sort()).toEqual(['b.csv', 'b.csv.TYPE'])
    await store.delete('a/b.csv')
    expect(readdirSync(join(path, 'a'))).toEqual([])
  })
})

describe('S3-compatible file store', () => {
  it('puts objects into the configured bucket', async () => {
    const { store, s3 } = await openS3()
    await store.put('a/b.csv', Buffer.from('x'), 'text/csv')
    expect([...s3.objects.keys()]).toEqual(['/shop-files/a/b.csv'])
  })

  it('throws when the S3 access key is wrong', async () => {
    const { store } = await openS3({ S3_ACCESS_KEY_ID: 'SOMEBODYELSE' })
    await expect(store.put('a', Buffer.from('x'), 'text/csv')).rejects.toThrow()
    await expect(store.get('a')).rejects.toThrow()
  })
})

describe('configuration of the file store', () => {
  it('uses a folder in the data folder by default', () => {
    expect(readConfig({}).files).toBeUndefined()
    expect(readConfig({ FILES_DIR: '/srv/files' }).files).toEqual({ kind: 'folder', dir: '/srv/files' })
  })

  it.each([
    ['a bucket without keys', { S3_BUCKET: 'b' }, /S3_ACCESS_KEY_ID/],
    ['keys without a bucket', { S3_ACCESS_KEY_ID: 'a' }, /S3_BUCKET/],
    ['both a bucket and a folder', { ...S3, FILES_DIR: '/srv' }, /FILES_DIR/],
    ['an invalid address', { ...S3, S3_ENDPOINT: 'here' }, /S3_ENDPOINT/],
    ['plain HTTP over the internet', { ...S3, S3_ENDPOINT: 'http://s3.example' }, /S3_ENDPOINT/],
  ])('refuses a configuration with %s', (_, environment, reason) => {
    expect(() => readConfig(environment)).toThrow(reason)
  })
})
