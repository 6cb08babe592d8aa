import { PAPER_WIDTHS, type PaperWidth } from '#shared/receipts/document.ts'
import { type CodePage, readCodePage } from './code-pages.ts'

/** Connection and capabilities of a printer, parsed from its address (docs/operations.md#printers). */
export interface PrinterAddress extends CodePage {
  transport: { kind: 'network'; host: string; port: number } | { kind: 'device'; path: string }
  paperWidth: PaperWidth
  /** True when the printer answers status requests about paper and cover. */
  answers: boolean
  /** True when a cash drawer is connected to the printer. */
  hasDrawer: boolean
}

const RAW_PORT = 9100

/**
 * Parses `tcp://192.168.1.50:9100`, `file:///dev/usb/lp0`, `serial:/dev/ttyUSB0` or `serial:COM3`. Settings
 * can follow a `?`: paper (58, 80), codepage, table, status (yes, no), drawer (yes, no). Throws an Error that
 * names the invalid part.
 */
export function readPrinterAddress(address: string): PrinterAddress {
  if (!URL.canParse(address))
    throw new Error(`${JSON.stringify(address)} is not an address, such as tcp://192.168.1.50:9100`)
  const url = new URL(address)
  const transport = transportOf(url)
  const given = new Map(url.searchParams)
  const find = (name: string): string | undefined => {
    const value = given.get(name)
    given.delete(name)
    return value
  }
  const take = (name: string, otherwise: string): string => find(name) ?? otherwise
  const paper = Number(take('paper', '80'))
  const paperWidth = PAPER_WIDTHS.find((width) => width === paper)
  if (paperWidth === undefined) throw new Error(`paper must be one of: ${PAPER_WIDTHS.join(', ')}`)
  const result: PrinterAddress = {
    transport,
    paperWidth,
    ...readCodePage(take('codepage', 'cp866'), find('table')),
    // Device files are only written, never read.
    answers: yesOrNo('status', take('status', transport.kind === 'network' ? 'yes' : 'no')),
    hasDrawer: yesOrNo('drawer', take('drawer', 'no')),
  }
  if (result.answers && transport.kind === 'device')
    throw new Error('status=yes is only for network printers')
  const [unknown] = given.keys()
  if (unknown !== undefined) throw new Error(`${unknown} is not a printer setting`)
  return result
}

function transportOf(url: URL): PrinterAddress['transport'] {
  const { protocol, hostname, port, pathname } = url
  if (protocol === 'tcp:' && hostname !== '' && (pathname === '' || pathname === '/'))
    return {
      kind: 'network',
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? RAW_PORT : Number(port),
    }
  if (protocol === 'file:' && hostname === '' && pathname.length > 1)
    return { kind: 'device', path: decodeURIComponent(pathname) }
  if (protocol === 'serial:' && /^COM\d+$/i.test(pathname))
    return { kind: 'device', path: `\\\\.\\${pathname}` }
  if (protocol === 'serial:' && pathname.startsWith('/'))
    return { kind: 'device', path: decodeURIComponent(pathname) }
  throw new Error(
    `${url.href} is not a printer address: use tcp://HOST:9100, file:///dev/usb/lp0 or serial:/dev/ttyUSB0`,
  )
}

function yesOrNo(name: string, value: string): boolean {
  if (value === 'yes' || value === 'no') return value === 'yes'
  throw new Error(`${name} must be yes or no`)
}
