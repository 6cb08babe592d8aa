import { Alert, Badge, Button, CopyButton, Loader, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type Diagnostic,
  type DiagnosticCheck,
  RUN_DIAGNOSTIC,
  type Verdict,
} from '#shared/contracts/organization/diagnostic.ts'
import type { Language } from '#shared/std/languages.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { useText } from '../i18n/use-text.ts'
import { DetailsPage, Part } from '../kinds/details/details.tsx'
import { MissingNotice } from '../kinds/missing-notice.tsx'
import { PageHeader } from '../kinds/page-header.tsx'
import classes from './diagnostic.module.css'

/** Time limit of the request in ms. All checks together take at most 10 s. */
const TIMEOUT_MS = 20_000

/** Page of the diagnostic. Each check has a verdict and a solution, and the worst come first. */
export function Page() {
  const t = useText()
  const { i18n } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [RUN_DIAGNOSTIC.path, i18n.language],
    queryFn: ({ signal }) =>
      call(RUN_DIAGNOSTIC, {
        query: { language: i18n.language as Language },
        timeoutMs: TIMEOUT_MS,
        signal,
      }),
    // The diagnostic contacts a mail server and stores a file, so it runs only on request.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <PageHeader title={t('diagnostic.title')}>
        {data && <CopyAll diagnostic={data} />}
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          {t('diagnostic.run')}
        </Button>
      </PageHeader>
      {data ? (
        <Checks diagnostic={data} />
      ) : error ? (
        <MissingNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <Loader m="20vh auto" display="block" aria-label={t('diagnostic.running')} />
      )}
    </>
  )
}

const COLORS: Record<Verdict, string> = { notChecked: 'gray', ok: 'teal', warning: 'orange', error: 'red' }
const WORST_FIRST: readonly Verdict[] = ['error', 'warning', 'notChecked', 'ok']

function Checks({ diagnostic: { checks, verdict, ranAt, hubVersion } }: { diagnostic: Diagnostic }) {
  const t = useText()
  const { dateTime } = useFormat()
  const found = WORST_FIRST.flatMap((wanted) => checks.filter((check) => check.verdict === wanted))
  return (
    <DetailsPage>
      <Part isWide>
        <Alert color={COLORS[verdict]} title={t(`diagnostic.whole_${verdict}`)}>
          {t('diagnostic.ranAt', { at: dateTime(ranAt), version: hubVersion })}
        </Alert>
      </Part>
      <Part isWide>
        <ul className={classes.checks}>
          {found.map((check) => (
            <Check key={check.name} check={check} />
          ))}
        </ul>
      </Part>
    </DetailsPage>
  )
}

function Check({ check: { name, verdict, detail, fix } }: { check: DiagnosticCheck }) {
  const t = useText()
  return (
    <li className={classes.check}>
      <Badge
        className={classes.verdict}
        color={COLORS[verdict]}
        variant={verdict === 'notChecked' ? 'outline' : 'filled'}
      >
        {t(`diagnostic.verdict_${verdict}`)}
      </Badge>
      <div>
        <Text fw={600}>{t(`diagnostic.name_${name}`)}</Text>
        <Text size="sm" className={classes.words}>
          {detail}
        </Text>
        {fix && (
          <Text size="sm" className={classes.words} c="dimmed">
            {t('diagnostic.fix')} {fix}
          </Text>
        )}
      </div>
    </li>
  )
}

/** Button that copies the result as text for a support request. It contains no secrets. */
function CopyAll({ diagnostic: { checks, hubVersion, ranAt } }: { diagnostic: Diagnostic }) {
  const t = useText()
  const lines = checks.map(({ name, verdict, detail }) => `${verdict.toUpperCase()} ${name}: ${detail}`)
  return (
    <CopyButton value={[`Counterfoil ${hubVersion}, ${ranAt}`, ...lines].join('\n')}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {t(copied ? 'diagnostic.copied' : 'diagnostic.copy')}
        </Button>
      )}
    </CopyButton>
  )
}
