import { Text } from '@mantine/core'
import { useMay } from '../api/may.ts'
import { useSession } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { PageHeader } from '../kinds/page-header.tsx'
import { Panel, Panels } from '../kinds/settings/panel.tsx'
import { DigestPanel } from './digest-panel.tsx'
import { IdentitiesPanel } from './identities-panel.tsx'
import { OwnOffer } from './own-offer.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsTable } from './sessions-table.tsx'
import { WaysInPanel } from './ways-in-panel.tsx'

/** Page of the user's own account, with sign-in methods and sessions. */
export function Page() {
  const t = useText()
  const session = useSession()
  const may = useMay()
  if (session.state !== 'signed-in') return null
  const { me } = session
  const mayHaveDigest =
    me.employeeId !== null && me.storeIds.length === 0 && may('sales.view') && may('costs.view')
  return (
    <>
      <PageHeader title={t('account.title')} />
      <Panels>
        <Panel title={t('account.who')}>
          <div>
            <Text fw={600}>{me.name}</Text>
            <Text c="dimmed">{me.email}</Text>
            {me.organization && <Text c="dimmed">{me.organization.name}</Text>}
          </div>
        </Panel>
        {me.areWaysInSuspended && <WaysInPanel />}
        {!me.needsSecondFactor && <OwnOffer />}
        <SecondFactorPanel isNeeded={me.needsSecondFactor} />
        {!me.needsSecondFactor && (
          <>
            <Panel title={t('account.password')} text={t('account.passwordWhy')}>
              <PasswordForm />
            </Panel>
            {mayHaveDigest && <DigestPanel />}
            <PasskeysPanel />
            <IdentitiesPanel />
            <Panel title={t('account.sessions')} text={t('account.sessionsWhy')}>
              <SessionsTable />
            </Panel>
          </>
        )}
      </Panels>
    </>
  )
}
