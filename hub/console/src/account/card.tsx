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
  /** Error of the request, as text or as received. */
  refusal?: unknown
  onSubmit?: (event: FormEvent) => void
  children: ReactNode
  /** Links to other pages. */
  links?: ReactNode
}

/** Card in the center of a page without sign-in. */
export function Card({ title, refusal, onSubmit, children, links }: CardProps) {
  const t = useText()
  useEffect(() => {
    document.title = `${title} · Counterfoil`
  }, [title])
  const { data: maintenance } = useQuery({
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
          {maintenance?.note && (
            <Alert role="status" style={{ whiteSpace: 'pre-line' }}>
              {maintenance.note}
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
  /** URL fragment without its `#`. */
  hash?: string
  children: ReactNode
}

export const CardLink = ({ to, hash, children }: CardLinkProps) => (
  <Anchor size="sm" renderRoot={(props) => <Link to={to} {...(hash && { hash })} {...props} />}>
    {children}
  </Anchor>
)

/**
 * Returns the token after `#token=` in an emailed link, or undefined without one. A fragment is never sent to
 * a server, so it appears in no log.
 */
export const linkToken = (): string | undefined =>
  new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined
