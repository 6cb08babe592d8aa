import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { useText } from '../i18n/use-text.ts'
import { showDone } from '../shell/messages.ts'
import { type ContractForm, useContractForm } from './use-contract-form.ts'

interface SettingsForm<Settings, Body> {
  contract: z.ZodType
  settings: Settings
  /** Query key of the settings. */
  path: string
  /** Returns the request body, with the version. */
  bodyOf: (settings: Settings) => Record<string, unknown> & { version: number }
  /** Saves the settings and returns them as saved. */
  save: (body: Body) => Promise<Settings>
}

/** Form of a single versioned record, such as the settings of the organization or the platform. */
export function useSettingsForm<Settings, Body>({
  contract,
  settings,
  path,
  bodyOf,
  save,
}: SettingsForm<Settings, Body>): ContractForm {
  const t = useText()
  const client = useQueryClient()
  return useContractForm(
    contract,
    bodyOf(settings),
    async (body: Body, noteSaved) => {
      const saved = await save(body)
      noteSaved(bodyOf(saved))
      client.setQueryData([path], saved)
      showDone(t('record.saved'))
    },
    () => void client.invalidateQueries({ queryKey: [path] }),
  )
}
