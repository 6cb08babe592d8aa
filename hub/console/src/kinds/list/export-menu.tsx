import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/contracts/endpoint.ts'
import { saveFile } from '../../api/save-file.ts'
import { useText } from '../../i18n/use-text.ts'
import { showProblem } from '../../shell/messages.ts'

interface ExportMenuProps {
  endpoint: Endpoint
  /** Search, filters and order of the shown rows. */
  query: Record<string, string>
  /**
   * Language of the file. Defaults to the user's language, except that Kazakh users get Russian, because most
   * exports have no Kazakh.
   */
  language?: string
}

/** Menu that exports all rows of the list as a file, including those that are not loaded. */
export function ExportMenu({ endpoint, query, language: given }: ExportMenuProps) {
  const t = useText()
  const { i18n } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const save = async (format: string): Promise<void> => {
    setBusy(true)
    const { shape } = endpoint.query ?? { shape: {} }
    const known = Object.fromEntries(Object.entries(query).filter(([name]) => name in shape))
    const language = given ?? (i18n.language === 'en' ? 'en' : 'ru')
    await saveFile(endpoint, { query: { ...known, format, language } }).catch((error) =>
      showProblem(t, error),
    )
    setBusy(false)
  }
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={isBusy}>
          {t('list.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('xlsx')}>Excel (XLSX)</Menu.Item>
        <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
