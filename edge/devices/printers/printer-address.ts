import CodepageEncoder, { type Codepage } from '@point-of-sale/codepage-encoder'
import { PAPER_WIDTHS, type PaperWidth } from '#shared/receipts/document.ts'

/** Connection and capabilities of a printer, parsed from its address (docs/operations.md#printers). */
export interface PrinterAddress {
  transport: { kind: 'network'; host: string; port: number } | { kind: 'device'; path: string }
  paperWidth: PaperWidth
  codepage: Codepage
  /** Parameter of ESC t that selects the code page. 17 is CP866 on most printers. */
  table: number
  /** True when the printer answers status requests about paper and cover. */
  answers: boolean
  /** True when a cash drawer is connected to the printer. */
  hasDrawer: boolean
}

const RAW_PORT = 9100

/** Code page numbers on most printers. */
const TABLES: Partial<Record<Codepage, number>> = {
  cp437: 0,
  cp850: 2,
  cp852: 18,
  cp866: 17,
  windows1252: 16,
  windows1251: 46,
}

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
  const take = (name: string, otherwise: string): string => {
    const value = given.get(name) ?? otherwise
    given.delete(name)
    return value
  }
  const paper = Number(take('paper', '80'))
  const paperWidth = PAPER_WIDTHS.find((width) => width === paper)
  if (paperWidth === undefined) throw new Error(`paper must be one of: ${PAPER_WIDTHS.join(', ')}`)
  const codepage = take('codepage', 'cp866')
  if (!CodepageEncoder.supports(codepage))
    throw new Error(`codepage ${codepage} is not known; cp866 is, for example`)
  const table = Number(take('table', String(TABLES[codepage as Codepage] ?? 'none')))
  if (!Number.isInteger(table) || table < 0 || table > 255)
    throw new Error(`table must give the number from 0 to 255 by which the printer knows ${codepage}`)
  const result: PrinterAddress = {
    transport,
    paperWidth,
    codepage: codepage as Codepage,
    table,
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
