import { Alert, Anchor, Paper, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { MAINTENANCE_NOTE } from '#shared/contracts/platform/maintenance-note.ts'
import { callPublic } from '../api/call.ts'
import { problemText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/use-text.ts'
import classes from './sign-in.module.css'

interface CardProps {
  title: string
  /** What was refused, in words or as it came. */
  refusal?: unknown
  onSubmit?: (event: FormEvent) => void
  children: ReactNode
  /** Where else one can go. */
  links?: ReactNode
}

/** The one thing on a page of who has not signed in. */
export function Card({ title, refusal, onSubmit, children, links }: CardProps) {
  const t = useText()
  useEffect(() => {
    document.title = `${title} · Counterfoil`
  }, [title])
  const { data: told } = useQuery({
    queryKey: [MAINTENANCE_NOTE.path],
    queryFn: () => callPublic(MAINTENANCE_NOTE),
    staleTime: 60_000,
    retry: false,
  })
  return (
    <main className={classes.screen}>
      <Paper
        className={classes.card}
        radius="md"
        shadow="sm"
        {...(onSubmit && { component: 'form', onSubmit, noValidate: true })}
      >
        <Stack gap="md">
          <div>
            <div className={classes.product}>Counterfoil</div>
            <Title order={1} size="h3">
              {title}
            </Title>
          </div>
          {told?.note && (
            <Alert role="status" style={{ whiteSpace: 'pre-line' }}>
              {told.note}
            </Alert>
          )}
          {refusal !== null && refusal !== undefined && (
            <Alert color="red" role="alert">
              {typeof refusal === 'string' ? refusal : problemText(t, refusal)}
            </Alert>
          )}
          {children}
          {links && <div className={classes.links}>{links}</div>}
        </Stack>
      </Paper>
    </main>
  )
}

interface CardLinkProps {
  to: string
  /** The fragment, without its `#`. */
  hash?: string
  children: ReactNode
}

export const CardLink = ({ to, hash, children }: CardLinkProps) => (
  <Anchor size="sm" renderRoot={(props) => <Link to={to} {...(hash && { hash })} {...props} />}>
    {children}
  </Anchor>
)

/** What a mailed link says behind `#token=`: a fragment reaches no server and no log. */
export const linkToken = (): string | undefined =>
  new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined
