import { StartError } from '#shared/std/start-error.ts'
import { readPrinterAddress } from '../devices/printers/printer-address.ts'
import type { StoredDevice } from '../journal/devices.ts'

/**
 * Parses `front=tcp://192.168.1.50,office=file:///dev/usb/lp0?paper=58`. Throws a StartError that names the
 * invalid entry.
 */
export function readPrinters(setting: string): StoredDevice[] {
  return setting
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, name = '', address = ''] = /^([^=]{1,64})=(.+)$/.exec(entry) ?? []
      try {
        readPrinterAddress(address)
      } catch (error) {
        throw new StartError(`EDGE_PRINTERS, ${entry}: ${(error as Error).message}`)
      }
      return { name: name.trim(), address }
    })
}
