import sharedEn from '#shared/ui/i18n/en.json' with { type: 'json' }
import sharedKk from '#shared/ui/i18n/kk.json' with { type: 'json' }
import sharedRu from '#shared/ui/i18n/ru.json' with { type: 'json' }
import { startI18n } from '#shared/ui/i18n/start-i18n.ts'
import en from './en.json' with { type: 'json' }
import kk from './kk.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & typeof sharedEn }
    returnNull: false
  }
}

export const startTillI18n = (): Promise<void> =>
  startI18n({ en: { ...sharedEn, ...en }, ru: { ...sharedRu, ...ru }, kk: { ...sharedKk, ...kk } })
