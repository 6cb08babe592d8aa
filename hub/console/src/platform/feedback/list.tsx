import { FEEDBACK, type FEEDBACK_KINDS } from '#shared/contracts/dashboard/feedback.ts'
import { useText } from '../../i18n/use-text.ts'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'

const feedback = list({
  endpoint: FEEDBACK,
  texts: 'feedback',
  hasSearch: false,
  columns: [
    { id: 'createdAt', width: 175, cell: ({ createdAt }, { dateTime }) => dateTime(createdAt) },
    { id: 'kind', width: 110, cell: ({ kind }) => <Kind kind={kind} /> },
    { id: 'text', width: 390, cell: ({ text }) => <span title={text}>{text}</span> },
    { id: 'organizationName', width: 180, cell: ({ organizationName }) => organizationName },
    { id: 'email', width: 200, cell: ({ email }) => email },
    { id: 'page', width: 150, cell: ({ page }) => page },
  ],
})

function Kind({ kind }: { kind: (typeof FEEDBACK_KINDS)[number] }) {
  return useText()(`feedback.${kind}`)
}

export const prepare = prepareList(feedback)
export const Page = () => <ListPage definition={feedback} />
