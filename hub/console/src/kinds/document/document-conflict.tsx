import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { Conflict } from '../../forms/conflict.tsx'
import type { Difference } from '../../forms/edited.ts'
import { PlainValue } from '../../forms/form-conflict.tsx'
import { useText } from '../../i18n/use-text.ts'
import { FieldValue, useFieldLabel } from '../record/field-value.tsx'
import type { DocumentDefinition, Draft, DraftLine } from './document-definition.ts'
import { type Action, isLine, membersOf, memberText } from './draft.ts'
import { columnsOf } from './line-columns.ts'

interface DocumentConflictProps {
  definition: DocumentDefinition
  draft: Draft
  differences: readonly Difference[]
  perform: (action: Action) => void
  onClose: () => void
}

/** Conflict between two users' versions of a document: header fields and lines that differ. */
export function DocumentConflict({
  definition,
  draft,
  differences,
  perform,
  onClose,
}: DocumentConflictProps) {
  const t = useText()
  const { i18n } = useTranslation()
  const fieldLabel = useFieldLabel('documents')
  const { header } = draft
  const fieldOf = (name: string) =>
    [...definition.header, ...definition.more].find((field) => field.name === name)
  const labelOf = (name: string, { theirs, mine }: Difference): ReactNode => {
    if (isLine(name)) return ((theirs ?? mine) as DraftLine).productName
    const field = fieldOf(name)
    if (field) return fieldLabel(field)
    return i18n.exists(`documents.${name}`) ? t(`documents.${name}`) : name
  }
  const show = (name: string, value: unknown, difference: Difference): ReactNode => {
    if (isLine(name)) return <LineValue definition={definition} line={value as DraftLine} of={difference} />
    const field = fieldOf(name)
    if (!field) return <PlainValue texts="documents" name={name} value={value} />
    return <FieldValue field={field} texts="documents" value={value} values={header} />
  }
  return (
    <Conflict
      differences={differences}
      labelOf={labelOf}
      show={show}
      onClose={onClose}
      asText={memberText}
      values={membersOf(draft)}
      onChoose={(name, value) => perform({ kind: 'choose', name, value })}
    />
  )
}

interface LineValueProps {
  definition: DocumentDefinition
  /** Line in one of the versions. Undefined when it does not exist there. */
  line: DraftLine | undefined
  of: Difference
}

/** Shows the fields of a line that differ between the versions. */
function LineValue({ definition, line, of }: LineValueProps): ReactNode {
  const t = useText()
  const format = useFormat()
  if (!line) return t('conflict.noLine')
  const [theirs, mine] = [of.theirs, of.mine] as (DraftLine | undefined)[]
  const written = (value: unknown): string => {
    if (value === null || value === undefined) return '—'
    return typeof value === 'number' ? format.number(value) : String(value)
  }
  return columnsOf(definition, false, false).map(({ name, kind }) => {
    const isSame = theirs && mine && written(theirs[name]) === written(mine[name])
    if (kind === 'told' || isSame) return null
    return (
      <div key={name}>
        {t(`documents.${name}`)}: {written(line[name])}
      </div>
    )
  })
}
