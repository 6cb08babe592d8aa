import type { FiscalProvider } from '#shared/contracts/organization/fiscal.ts'
import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import type { FiscalAdapter } from './adapter.ts'
import { guarded } from './own-faults.ts'
import { atolOnline } from './providers/atol-online.ts'
import { cloudKassir } from './providers/cloud-kassir.ts'
import { orangeData } from './providers/orange-data.ts'
import { reKassa } from './providers/rekassa.ts'
import { webkassa } from './providers/webkassa.ts'

/** Cash box with decrypted secrets. */
export interface OpenCashBox {
  provider: FiscalProvider
  settings: Record<string, string | null>
  secrets: Record<string, string>
}

/**
 * Default addresses of the providers, which the settings can override. The protocol version is appended to
 * ATOL's.
 */
const ADDRESSES = {
  AtolOnline: 'https://online.atol.ru/possystem',
  Webkassa: 'https://kkm.webkassa.kz',
  ReKassa: 'https://app.rekassa.kz/partner',
  OrangeData: 'https://api.orangedata.ru:12003',
  CloudKassir: 'https://api.cloudpayments.ru',
} as const

/**
 * Returns the adapter of a cash box, or undefined without a provider. Its methods never throw: errors of the
 * hub are passed to `report`. `emulatorUrl` must come from the hub's configuration, never from an
 * organization.
 */
export function adapterOf(
  cashBox: OpenCashBox,
  emulatorUrl: string | undefined,
  report: (error: unknown) => void,
): FiscalAdapter | undefined {
  const adapter = bareAdapterOf(cashBox, emulatorUrl)
  return adapter && guarded(adapter, report)
}

function bareAdapterOf(
  { provider, settings, secrets }: OpenCashBox,
  emulatorUrl: string | undefined,
): FiscalAdapter | undefined {
  const set = (name: string): string => settings[name] ?? ''
  const secret = (name: string): string => secrets[name] ?? ''
  const taxSystem = (settings.taxSystem ?? 'General') as RussianTaxSystem
  switch (provider) {
    case 'None':
      return undefined
    case 'Emulator':
      return emulatorUrl === undefined ? undefined : emulated(emulatorUrl)
    case 'AtolOnline': {
      const version = set('protocol') === 'v4' ? 'v4' : 'v5'
      return atolOnline({
        baseUrl: settings.baseUrl ?? `${ADDRESSES.AtolOnline}/${version}`,
        version,
        login: set('login'),
        password: secret('password'),
        groupCode: set('groupCode'),
        inn: set('inn'),
        taxSystem,
        paymentAddress: set('paymentAddress'),
        companyEmail: set('companyEmail'),
      })
    }
    case 'Webkassa':
      return webkassa({
        baseUrl: settings.baseUrl ?? ADDRESSES.Webkassa,
        apiKey: secret('apiKey'),
        login: set('login'),
        password: secret('password'),
        cashboxUniqueNumber: set('cashboxUniqueNumber'),
      })
    case 'ReKassa':
      return reKassa({
        baseUrl: settings.baseUrl ?? ADDRESSES.ReKassa,
        apiKey: secret('apiKey'),
        number: set('number'),
        password: secret('password'),
        pin: secret('pin'),
      })
    case 'OrangeData':
      return orangeData({
        baseUrl: settings.baseUrl ?? ADDRESSES.OrangeData,
        inn: set('inn'),
        group: set('group'),
        keyName: set('keyName'),
        signingKey: secret('signingKey'),
        clientCertificate: secret('clientCertificate'),
        clientKey: secret('clientKey'),
        ffdVersion: set('ffdVersion') === '1.05' ? '1.05' : '1.2',
        taxSystem,
        companyEmail: set('companyEmail'),
      })
    case 'CloudKassir':
      return cloudKassir({
        baseUrl: settings.baseUrl ?? ADDRESSES.CloudKassir,
        publicId: set('publicId'),
        apiSecret: secret('apiSecret'),
        inn: set('inn'),
        taxSystem,
      })
  }
}

/** Returns the adapter for the emulator, which implements the protocol of ATOL Online for shops in any country. */
const emulated = (url: string): FiscalAdapter =>
  atolOnline({
    baseUrl: `${url}/possystem/v5`,
    version: 'v5',
    login: 'emulator',
    password: 'emulator',
    groupCode: 'emulator',
    inn: '0000000000',
    taxSystem: 'General',
    paymentAddress: 'emulator',
    companyEmail: 'emulator@counterfoil.example',
    takesAnyVat: true,
  })
