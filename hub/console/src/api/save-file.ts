import type { Endpoint } from '#shared/contracts/endpoint.ts'
import type { SendOptions } from '#shared/ui/api/client.ts'
import { downloadFile } from './call.ts'

/** Downloads a file from the hub into the browser's downloads. Throws the errors of `call`. */
export async function saveFile(endpoint: Endpoint, options: SendOptions = {}): Promise<void> {
  const { blob, name } = await downloadFile(endpoint, options)
  saveBlob(name ?? 'counterfoil', blob)
}

/** Saves a text file created by the page. */
export const saveText = (name: string, text: string): void => saveBlob(name, new Blob([text]))

function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
