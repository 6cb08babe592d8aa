import { expect, it } from 'vitest'
import { rawOf } from '#edge/sync/upload/upload-batch.ts'
import { readUpload } from '#hub/features/pos/upload/read-upload.ts'
import { newId } from '#shared/std/ids.ts'

it('decodes a sale sent in base64 and keeps it unchanged', async () => {
  const item = { id: newId(), seq: 7, type: 'sale', prevHash: '', hash: '', body: '{}' }
  const [kept] = (await readUpload(JSON.stringify({ sales: [rawOf(item)] }), newId())).items
  expect(kept).toMatchObject({ id: item.id, seq: 7, type: 'sale' })
  expect(kept?.bytes.toString()).toBe(item.body)
})
