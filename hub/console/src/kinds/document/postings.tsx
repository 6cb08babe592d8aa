import { useQuery } from '@tanstack/react-query'
import { listOf } from '#shared/contracts/endpoint.ts'
import { EMPLOYEES } from '#shared/contracts/organization/employees.ts'
import type { PostingEvent } from '#shared/contracts/postings.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useMay } from '../../api/may.ts'
import { reference, referenceOptions } from '../../fields/reference.ts'
import { useText } from '../../i18n/use-text.ts'
import classes from './document.module.css'

const EMPLOYEE = reference({
  endpoint: listOf(EMPLOYEES),
  nameOf: ({ fullName }) => fullName,
})

/** Lists when the document was posted and unposted and by whom, latest first. */
export function Postings({ postings }: { postings: readonly PostingEvent[] }) {
  const t = useText()
  const format = useFormat()
  const isAllowed = useMay()
  const { data = [] } = useQuery({ ...referenceOptions(EMPLOYEE, ''), enabled: isAllowed('employees.view') })
  return (
    <details className={classes.history}>
      <summary>{t('documents.history')}</summary>
      <ul>
        {postings.toReversed().map(({ action, at, employeeId, overrides }) => (
          <li key={at}>
            {format.dateTime(at)} · {t(action === 'Posted' ? 'documents.wasPosted' : 'documents.wasUnposted')}
            {nameIn(data, employeeId)}
            {overrides.map((rule) => ` · ${t(`documents.passed.${rule}`)}`)}
          </li>
        ))}
      </ul>
    </details>
  )
}

function nameIn(known: readonly { id: string; name: string }[], id: string | null): string {
  const name = known.find((one) => one.id === id)?.name
  return name ? ` · ${name}` : ''
}
