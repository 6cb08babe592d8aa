import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#shared/std/languages.ts'
import { LANGUAGE_NAMES } from './language.ts'

export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  return (
    <SegmentedControl
      aria-label={t('language.title')}
      size="lg"
      value={i18n.language}
      onChange={(language) => void i18n.changeLanguage(language)}
      data={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
    />
  )
}
