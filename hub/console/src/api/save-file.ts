import type { Endpoint } from '#shared/contracts/endpoint.ts'
import type { SendOptions } from '#shared/ui/api/client.ts'
import { downloadFile } from './call.ts'

/** Saves a file of the hub where the browser keeps downloads. Throws as `call`. */
export async function saveFile(endpoint: Endpoint, options: SendOptions = {}): Promise<void> {
  const { blob, name } = await downloadFile(endpoint, options)
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name ?? 'counterfoil'
  link.click()
  URL.revokeObjectURL(url)
}
