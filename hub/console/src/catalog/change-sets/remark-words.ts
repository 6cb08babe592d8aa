import type { ChangeSetRow } from '#shared/contracts/catalog/change-sets.ts'
import type { Text } from '../../i18n/use-text.ts'

/** What is said of a row or of a file, in the language of the page. */
export const remarkWords = (
  t: Text,
  { code, values, detail }: Pick<NonNullable<ChangeSetRow['refusal']>, 'code' | 'values' | 'detail'>,
): string => t(`remark.${code}`, { defaultValue: detail, ...values })
