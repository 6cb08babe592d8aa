import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * The text of a key, `section.name`. Pages are tables whose keys are put together of a section and a name. One that is
 * missing is an error of the page, which fails a browser test; that all languages have the same ones, `texts.test.ts` shows.
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
