import { Alert, Anchor, Button, Loader, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  BOOKS_CHECK,
  type BooksCheck,
  type BooksFigures,
  type BooksFinding,
  RUN_BOOKS_CHECK,
} from '#shared/contracts/inventory/books-check.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import { DetailsPage, Facts, Part } from '../../kinds/details/details.tsx'
import { Rows } from '../../kinds/details/rows.tsx'
import { paperPath } from '../../kinds/document/papers.ts'
import { PageHeader } from '../../kinds/page-header.tsx'
import { showDone, showProblem } from '../../shell/messages.ts'

const RUNNING_MS = 2000

/** Page of the stock ledger check, with its findings. */
export function Page() {
  const t = useText()
  const isAllowed = useMay()
  /** Set while a check is awaited. `after` is the time of the previous check. */
  const [awaited, setAwaited] = useState<{ after: string | null } | null>(null)
  const { data } = useQuery({
    queryKey: [BOOKS_CHECK.path],
    queryFn: async () => {
      const check = await call(BOOKS_CHECK)
      if (awaited && check.checkedAt !== awaited.after) setAwaited(null)
      return check
    },
    refetchInterval: awaited ? RUNNING_MS : false,
  })
  const run = useMutation({
    mutationFn: () => call(RUN_BOOKS_CHECK),
    onSuccess: () => {
      showDone(t('booksCheck.begun'))
      setAwaited({ after: data?.checkedAt ?? null })
    },
    onError: (error) => showProblem(t, error),
  })
  return (
    <>
      <PageHeader title={t('booksCheck.title')}>
        {isAllowed('inventory.post') && (
          <Button
            loading={run.isPending || awaited !== null}
            disabled={data === undefined}
            onClick={() => run.mutate()}
          >
            {t('booksCheck.run')}
          </Button>
        )}
      </PageHeader>
      {data ? (
        <Verdict check={data} />
      ) : (
        <Loader m="20vh auto" display="block" aria-label={t('shell.starting')} />
      )}
    </>
  )
}

function Verdict({ check }: { check: BooksCheck }) {
  const t = useText()
  const format = useFormat()
  const { checkedAt, findingsTotal, findings, pending } = check
  const addsUp = findingsTotal === 0
  return (
    <DetailsPage>
      <Part isWide>
        <Alert
          mb="md"
          color={checkedAt === null ? 'gray' : addsUp ? 'teal' : 'red'}
          title={
            checkedAt === null
              ? t('booksCheck.never')
              : t(addsUp ? 'booksCheck.addsUp' : 'booksCheck.differs', { count: findingsTotal })
          }
        >
          {t('booksCheck.why')}
        </Alert>
        {checkedAt && (
          <Facts
            facts={[
              [t('booksCheck.checkedAt'), format.dateTime(checkedAt)],
              [t('booksCheck.products'), format.number(check.products)],
              [t('booksCheck.movements'), format.number(check.movements)],
            ]}
          />
        )}
      </Part>
      {findings.length > 0 && (
        <Part title={t('booksCheck.findings')} isWide>
          {findings.length < findingsTotal && (
            <Text c="dimmed">{t('booksCheck.first', { count: findings.length })}</Text>
          )}
          <Rows
            label={t('booksCheck.findings')}
            rows={findings.map((finding, index) => ({ ...finding, key: String(index) }))}
            keyOf={({ key }) => key}
            columns={[
              { head: t('booksCheck.what'), cell: ({ kind }) => t(`booksFinding.${kind}`) },
              { head: t('booksCheck.document'), cell: (finding) => <DocumentOf finding={finding} /> },
              { head: t('booksCheck.product'), cell: ({ productName }) => productName },
              { head: t('booksCheck.store'), cell: ({ storeName }) => storeName },
              { head: t('booksCheck.stored'), cell: ({ stored }) => <Figures figures={stored} /> },
              { head: t('booksCheck.due'), cell: ({ due }) => <Figures figures={due} /> },
            ]}
          />
        </Part>
      )}
      {pending.length > 0 && (
        <Part title={t('booksCheck.pending')} isWide>
          <Rows
            label={t('booksCheck.pending')}
            rows={pending}
            keyOf={({ productId }) => productId}
            columns={[
              { head: t('booksCheck.product'), cell: ({ productName }) => productName },
              { head: t('booksCheck.from'), cell: ({ from }) => format.dateTime(from) },
            ]}
          />
        </Part>
      )}
    </DetailsPage>
  )
}

function DocumentOf({
  finding: { documentType, documentId, documentNumber, lineNo },
}: {
  finding: BooksFinding
}) {
  const t = useText()
  const path = documentType && documentId && paperPath(documentType, documentId)
  if (!path) return null
  const name = `${t(`paper.${documentType}`)} ${documentNumber ?? ''}`
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link to={path} {...props} />}>
        {name}
      </Anchor>
      {lineNo && `, № ${lineNo}`}
    </>
  )
}

/** Shows each differing figure on its own line. */
function Figures({ figures }: { figures: BooksFigures | null }) {
  const t = useText()
  const format = useFormat()
  if (!figures) return t('booksCheck.nothing')
  return Object.entries(figures).map(([name, value]) => (
    <div key={name}>
      {t(`booksFigure.${name}`)}:{' '}
      {value == null ? '—' : typeof value === 'number' ? format.quantity(value) : format.dateTime(value)}
    </div>
  ))
}
