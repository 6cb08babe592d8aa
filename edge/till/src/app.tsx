import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#shared/ui/controls/message.tsx'
import { SupervisorDesk } from './approvals/supervisor-desk.tsx'
import { PrinterProvider } from './receipts/printer.tsx'
import { ScanTargetProvider } from './scanner/scan-target.tsx'
import { SellingScreen } from './selling/selling-screen.tsx'
import { SignInScreen } from './session/sign-in-screen.tsx'
import { useSession } from './session/use-session.ts'
import { EnrolScreen } from './setup/enrol-screen.tsx'
import { FirstDownloadScreen } from './setup/first-download-screen.tsx'
import { StartingScreen } from './setup/starting-screen.tsx'
import { ReconnectingBanner } from './status/reconnecting-banner.tsx'
import { usePolledStatus, useStatus } from './status/use-status.ts'
import { TillChoiceScreen } from './tills/till-choice.tsx'
import { useTill } from './tills/use-till.ts'
import { TrainingStrip } from './training/training-strip.tsx'

export function App() {
  const { t } = useTranslation()
  const { isSilent } = usePolledStatus()
  const sayNobodyListens = useCallback(() => showMessage(t('scan.notNow')), [t])
  return (
    <ScanTargetProvider onUnclaimed={sayNobodyListens}>
      <SupervisorDesk>
        <PrinterProvider>
          <CurrentScreen />
        </PrinterProvider>
      </SupervisorDesk>
      {isSilent && <ReconnectingBanner />}
    </ScanTargetProvider>
  )
}

/**
 * Shows the screen for the current state: enrolment, the first download, choosing the till, signing in, or
 * selling.
 */
function CurrentScreen() {
  const { status } = useStatus()
  const till = useTill(status?.settings != null)
  const session = useSession(till != null)
  if (!status) return <StartingScreen />
  if (!status.enrolled) return <EnrolScreen status={status} />
  if (!status.settings) return <FirstDownloadScreen status={status} />
  if (till === null) return <TillChoiceScreen />
  if (!session) return <StartingScreen />
  return (
    <>
      {session.isTraining && <TrainingStrip />}
      {session.cashier ? <SellingScreen cashier={session.cashier} /> : <SignInScreen />}
    </>
  )
}
