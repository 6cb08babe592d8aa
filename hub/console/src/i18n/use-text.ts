import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Returns the text for a key of the form `section.name`. Keys are plain strings, because data-driven pages
 * compose them from a section and a name. A missing text fails a browser test, and `texts.test.ts` checks
 * that all languages have the same keys.
 */
export type Text = (key: string, options?: Record<string, unknown>) => string

export function useText(): Text {
  const { t, i18n } = useTranslation()
  return useCallback(
    (key, options) => {
      const isOptional = options !== undefined && 'defaultValue' in options
      if (!isOptional && !i18n.exists(key, options)) reportError(new Error(`There is no text ${key}`))
      return (t as unknown as Text)(key, options)
    },
    [t, i18n],
  )
}
